import type { ChildRows } from './column.ts';
import { referenceId } from './reference.ts';

/** A link table `<entity>.<field>` of options. */
export const choicesStorage: ChildRows = {
  kind: 'links',
  encode: (item) => (typeof item === 'string' ? item : null),
  decode: (value) => value,
};

/** A link table `<entity>.<field>` of records, by their ids. */
export const referencesStorage: ChildRows = { kind: 'links', encode: referenceId, decode: (id) => ({ id }) };
