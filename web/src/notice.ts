// Notices of the system when it is one's turn and the page is hidden; only where the person asked.
import { change, settings } from "./settings";

export function canNotify(): boolean {
    return typeof Notification !== "undefined";
}

/** Turn notices on or off; turning on asks the browser. */
export async function wantNotices(on: boolean) {
    if (on && canNotify() && Notification.permission !== "granted")
        on = (await Notification.requestPermission()) === "granted";
    change({ notices: on });
}

export function notify(title: string, body: string, match: string) {
    if (!settings().notices || !document.hidden || !canNotify()) return;
    if (Notification.permission !== "granted") return;
    const notice = new Notification(title, { body, tag: match });
    notice.onclick = () => {
        window.focus();
        location.hash = `#/match/${match}`;
        notice.close();
    };
}
