import type { ChildRows } from './column.ts';

/** A link table `<entity>.<field>`; shared by `choices` and `references`. */
export const linkStorage: ChildRows = { kind: 'links' };
