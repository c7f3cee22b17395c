// The tree of variations on the page: the main line in a row, other moves as indented branches.
import { Fragment } from "preact";
import type { Node, Path } from "./tree";

interface Props {
    tree: Node;
    path: Path;
    /** The ply of the position that the tree begins at. */
    base: number;
    onPath(path: Path): void;
}

const same = (a: Path, b: Path) => a.length === b.length && a.every((move, i) => move === b[i]);

function Move({ at, base, path, onPath }: Omit<Props, "tree"> & { at: Path }) {
    return (
        <button
            type="button"
            aria-current={same(at, path) ? "step" : undefined}
            aria-pressed={same(at, path)}
            onClick={() => onPath(at)}
        >
            {`${base + at.length}. ${at[at.length - 1]}`}
        </button>
    );
}

/** What follows a node: its main move, the others as branches, and then the main line goes on. */
function After({ node, at, ...props }: Omit<Props, "tree"> & { node: Node; at: Path }) {
    const rows: preact.ComponentChildren[] = [];
    let here: Node | undefined = node;
    let way = at;
    while (here && here.children.length > 0) {
        const [main, ...others]: Node[] = here.children;
        const from = way;
        way = [...way, main.move];
        rows.push(<Move {...props} at={way} />);
        for (const other of others)
            rows.push(<Branch {...props} node={other} at={[...from, other.move]} />);
        here = main;
    }
    return (
        <>
            {rows.map((row, i) => (
                <Fragment key={i}>{row}</Fragment>
            ))}
        </>
    );
}

function Branch({ node, at, ...props }: Omit<Props, "tree"> & { node: Node; at: Path }) {
    return (
        <div class="branch">
            <Move {...props} at={at} />
            <After {...props} node={node} at={at} />
        </div>
    );
}

export function TreeView({ tree, ...props }: Props) {
    return (
        <div class="tree" role="group" aria-label="Variations">
            <button
                type="button"
                aria-pressed={props.path.length === 0}
                onClick={() => props.onPath([])}
            >
                Start
            </button>
            <After {...props} node={tree} at={[]} />
        </div>
    );
}
