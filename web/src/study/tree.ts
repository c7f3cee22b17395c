// Variations as a tree of moves. A node is known by the moves that lead to it, so a tree is a set
// of lines; the first line through a node is its main line.

export interface Node {
    move: string;
    children: Node[];
}

export type Path = string[];

export function emptyTree(): Node {
    return { move: "", children: [] };
}

/** The tree with a line in it; what is there already stays as it is. */
export function withLine(tree: Node, line: Path): Node {
    if (line.length === 0) return tree;
    const [move, ...rest] = line;
    const at = tree.children.findIndex((child) => child.move === move);
    const child = withLine(tree.children[at] ?? { move, children: [] }, rest);
    const children =
        at < 0 ? [...tree.children, child] : tree.children.map((c, i) => (i === at ? child : c));
    return { ...tree, children };
}

export function nodeAt(tree: Node, path: Path): Node | null {
    let node: Node | undefined = tree;
    for (const move of path) node = node?.children.find((child) => child.move === move);
    return node ?? null;
}

/** The tree without a node and what follows it. */
export function without(tree: Node, path: Path): Node {
    const [move, ...rest] = path;
    if (move === undefined) return tree;
    const children =
        rest.length === 0
            ? tree.children.filter((child) => child.move !== move)
            : tree.children.map((child) => (child.move === move ? without(child, rest) : child));
    return { ...tree, children };
}

/** Where an arrow key leads: back, on, or to another move at the same place. */
export function step(tree: Node, path: Path, key: string): Path {
    const parent = path.slice(0, -1);
    if (key === "ArrowLeft") return parent;
    if (key === "ArrowRight") {
        const next = nodeAt(tree, path)?.children[0];
        return next ? [...path, next.move] : path;
    }
    if (key === "Home") return [];
    const others = nodeAt(tree, parent)?.children ?? [];
    const at = others.findIndex((child) => child.move === path[path.length - 1]);
    const other = others[at + (key === "ArrowDown" ? 1 : -1)];
    return path.length > 0 && other ? [...parent, other.move] : path;
}
