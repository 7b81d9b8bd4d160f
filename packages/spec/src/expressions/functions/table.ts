import { BOOLEAN, TEXT } from '../schema/types.ts';
import { LISTS } from './lists.ts';
import { NUMBERS } from './numbers.ts';
import { PRESENCE } from './presence.ts';
import type { Signature } from './signature.ts';
import { TEXTS } from './texts.ts';
import { TIMES } from './times.ts';
import { TREES } from './trees.ts';

/** Whether what was typed is the secret that is kept. */
const SECRETS: readonly Signature[] = [
  { name: 'verify', overloads: [{ args: ['secret', 'secret'], result: BOOLEAN }], sql: false },
];

const ALL: readonly Signature[] = [...PRESENCE, ...TEXTS, ...NUMBERS, ...LISTS, ...TIMES, ...TREES, ...SECRETS];

/** Every function of the language that runs, by name. */
export const FUNCTIONS: ReadonlyMap<string, Signature> = new Map(ALL.map((signature) => [signature.name, signature]));

export const MACRO_NAMES: readonly string[] = ['exists', 'exists_one', 'all', 'filter', 'map'];

const WITHOUT_MEANING: readonly Signature[] = [
  { name: 'link_to', overloads: [{ args: ['record'], result: TEXT }], sql: false },
];

/** Names of the nodes of functions that no database runs. */
export const NOT_AS_ROWS: ReadonlySet<string> = new Set(
  [...ALL, ...WITHOUT_MEANING].flatMap(({ name, node, sql }) => (sql ? [] : [node ?? name])),
);

/** Functions of the language that the running version does not have yet: typed, and refused by name. */
export const LATER: ReadonlyMap<string, Signature> = new Map(
  WITHOUT_MEANING.map((signature) => [signature.name, signature]),
);
