// What the drawings measure. The program's pictures (engine/faces/scene/svg*.c) read the same file
// and compute in whole units, so that both draw the same; test/picture.test.tsx compares them.
// Lengths are units of the picture; shares are thousandths of a length.
import M from "../../../engine/faces/scene/measures.json";

export { M };

/** So many thousandths of a length, towards zero. */
export const part = (length: number, share: number) => Math.trunc((length * share) / 1000);

export const half = (length: number) => Math.trunc(length / 2);
