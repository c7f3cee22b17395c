// Saves a text or a picture as a file, by a link that is followed at once.
export function saveFile(name: string, content: Blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function saveText(name: string, text: string, type = "text/plain") {
    saveFile(name, new Blob([text], { type }));
}
