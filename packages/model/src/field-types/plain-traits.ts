import type { Traits } from './rules.ts';

/** One value that refers to nothing and holds no text of people: the base of what types declare. */
export const PLAIN_TRAITS = {
  count: 'one',
  refers: false,
  offers: false,
  nests: false,
  files: false,
  json: false,
  secret: false,
  drawn: false,
  titledInWords: false,
  prose: null,
  expressions: [],
} as const satisfies Traits<never>;
