// A picture of the board as it is drawn: the SVG with its colours written into it, so that it looks
// the same outside of the page, and a PNG of that.

const PROPERTIES = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "font-family",
];

/** A copy of a drawing in which nothing depends on a style sheet. */
export function standalone(svg: SVGSVGElement): SVGSVGElement {
    const copy = svg.cloneNode(true) as SVGSVGElement;
    const from = [svg, ...svg.querySelectorAll("*")];
    const to = [copy, ...copy.querySelectorAll("*")];
    from.forEach((element, i) => {
        const look = getComputedStyle(element);
        for (const property of PROPERTIES) {
            const value = look.getPropertyValue(property);
            if (value && !(element.getAttribute("fill") ?? "").startsWith("url("))
                to[i].setAttribute(property, value);
        }
        for (const name of ["class", "tabindex", "role", "aria-label", "aria-pressed"])
            to[i].removeAttribute(name);
    });
    for (const element of copy.querySelectorAll("[data-place]"))
        element.removeAttribute("data-place");
    const box = svg.viewBox.baseVal;
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", String(Math.round(box.width)));
    copy.setAttribute("height", String(Math.round(box.height)));
    const patterns = document.querySelector(".patterns defs");
    if (patterns) copy.prepend(standaloneDefs(patterns));
    return copy;
}

function standaloneDefs(defs: Element): Node {
    const copy = defs.cloneNode(true) as Element;
    for (const path of copy.querySelectorAll("path")) {
        path.removeAttribute("class");
        path.setAttribute("fill", "none");
        path.setAttribute("stroke", "#8d8473");
        path.setAttribute("stroke-opacity", "0.6");
        path.setAttribute("stroke-width", "1.5");
    }
    return copy;
}

export function svgText(svg: SVGSVGElement): string {
    return new XMLSerializer().serializeToString(standalone(svg));
}

/** The drawing as a PNG, twice as large. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svgText(svg))}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    const paint = canvas.getContext("2d")!;
    paint.fillStyle = getComputedStyle(document.body).backgroundColor;
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
        canvas.toBlob((blob) =>
            blob ? resolve(blob) : reject(new Error("No picture could be made.")),
        ),
    );
}
