// The rulebook as the server sends it, made fit for the page: only its body, nothing that acts, and
// links within it that stay on the page.

// Removed before anything is parsed: the policy for content complains of each one that is.
const STYLES = /<style[\s\S]*?<\/style>|\sstyle="[^"]*"/gi;

const FORBIDDEN = "script,style,link,meta,iframe,object,embed,form,base";

export function cleanRulebook(html: string): DocumentFragment {
    const page = new DOMParser().parseFromString(html.replace(STYLES, ""), "text/html");
    for (const element of page.querySelectorAll(FORBIDDEN)) element.remove();
    for (const element of page.body.querySelectorAll("*")) cleanElement(element);
    const fragment = document.createDocumentFragment();
    fragment.append(...page.body.childNodes);
    return fragment;
}

function cleanElement(element: Element) {
    for (const { name, value } of [...element.attributes]) {
        const acts = name.startsWith("on") || name === "style" || name === "srcdoc";
        const leads =
            (name === "href" || name === "src" || name.endsWith(":href")) &&
            !/^(#|https?:)/.test(value);
        if (acts || leads) element.removeAttribute(name);
    }
    const target = element.getAttribute("href");
    if (target?.startsWith("#")) element.setAttribute("data-rule", target.slice(1));
}
