import type { ChildRows } from './column.ts';

/** A child table `<entity>.<field>` with the line's own columns. */
export const linesStorage: ChildRows = { kind: 'lines', encode: () => null, decode: () => null };
