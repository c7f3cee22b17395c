// Puts a box beside a place of the board, inside the board. Positions are set through the object
// model, which the policy for content allows; on narrow pages the style sheet overrides them.
import { placeElement } from "./spatial";

export function anchor(box: HTMLElement, root: Element | null, name: string | null) {
    const place = placeElement(root, name);
    if (!root || !place) return;
    const frame = root.getBoundingClientRect();
    const at = place.getBoundingClientRect();
    const room = box.getBoundingClientRect();
    const right = at.right - frame.left + 6;
    const left = right + room.width <= frame.width ? right : at.left - frame.left - room.width - 6;
    const top = Math.min(at.top - frame.top, Math.max(0, frame.height - room.height));
    box.style.setProperty("left", `${Math.max(0, Math.min(left, frame.width - room.width))}px`);
    box.style.setProperty("top", `${Math.max(0, top)}px`);
}

/** Scroll the page where the box, which narrow pages have at their lower edge, covers the place. */
export function uncover(box: HTMLElement, root: Element | null, name: string | null) {
    const place = placeElement(root, name);
    if (!place || getComputedStyle(box).position !== "fixed") return;
    const hidden = place.getBoundingClientRect().bottom + 12 - box.getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy(0, hidden);
}
