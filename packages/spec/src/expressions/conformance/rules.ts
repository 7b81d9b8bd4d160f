import type { Outcome } from './judge.ts';
import type { ConformanceCase } from './suite.ts';

/** One reason for which our language deliberately is not CEL, and which cases it explains. */
export interface DifferenceRule {
  readonly id: string;
  /** What holds in our language instead. */
  readonly because: string;
  readonly explains: (one: ConformanceCase, outcome: Outcome) => boolean;
}

function written(pattern: RegExp): DifferenceRule['explains'] {
  return ({ source }) => pattern.test(source);
}

function refusedFor(...issues: readonly string[]): DifferenceRule['explains'] {
  return (_, outcome) => outcome.kind === 'refused' && issues.includes(outcome.issue);
}

const both =
  (...tests: readonly DifferenceRule['explains'][]): DifferenceRule['explains'] =>
  (one, outcome) =>
    tests.every((test) => test(one, outcome));

const isRefused: DifferenceRule['explains'] = (_, outcome) => outcome.kind === 'refused';
const isDifferent: DifferenceRule['explains'] = (_, outcome) => outcome.kind === 'different';

/** Parts of CEL that our language does not have: every case that needs one is refused by name. */
const ABSENT: readonly DifferenceRule[] = [
  {
    id: 'no messages',
    because:
      'Records come from entities, not from protocol buffers: no message types, enumerations, extensions or wrappers.',
    explains: both(
      isRefused,
      written(/\b(TestAllTypes|NestedTestAllTypes|GlobalEnum|NestedEnum|msg|proto|google)\b|proto\.|cel\.expr/),
    ),
  },
  {
    id: 'no maps',
    because: 'An object is a record of an entity; there are no maps made on the way.',
    explains: both(isRefused, written(/\{/)),
  },
  {
    id: 'no bytes',
    because: 'Contents of files are no values of expressions.',
    explains: both(isRefused, written(/\b[bB][rR]?['"]|\b[rR][bB]['"]|bytes|base64/)),
  },
  {
    id: 'one number',
    because: 'There is one exact decimal type: no unsigned or hexadecimal literals, and none that begins with a point.',
    explains: both(isRefused, written(/\d[uU]\b|0x[0-9a-f]|(^|[^\d\w])\.\d/)),
  },
  {
    id: 'no conversions',
    because: 'Types are known before anything runs: no dyn, type, conversions between types or type names as values.',
    explains: both(
      isRefused,
      written(/\b(dyn|type|int|uint|double|string|bool|bytes|duration|timestamp|list|map|null_type)\b/),
    ),
  },
  {
    id: 'no calendar calls',
    because: 'Dates have functions of their own (year, month, weekday …) in the zone of the application.',
    explains: both(isRefused, written(/\.get(Date|Day|Full|Hours|Minutes|Seconds|Milli|Month)/)),
  },
  {
    id: 'no positions',
    because:
      'A list is looked through by exists, all, filter, map, first and last: no index, no has(), no optional access.',
    explains: both(isRefused, written(/\[[^\]]*\]\s*\[|\w\[|\)\[|has\(|\.\?|\[\?|optional|hasValue|orValue|optMap/)),
  },
  {
    id: 'no extensions',
    because:
      'The optional libraries for strings, math, sets, bindings, blocks and comprehensions with two variables are not part of the language.',
    explains: both(
      isRefused,
      written(
        /\b(math|strings|sets|lists|cel)\.|\.(charAt|format|indexOf|lastIndexOf|join|lowerAscii|upperAscii|quote|replace|reverse|split|substring|trim|existsOne|transformList|transformMap|transformMapEntry|distinct|flatten|slice|sort|sortBy)\(|\.(all|exists|exists_one)\(\s*\w+\s*,\s*\w+\s*,|lists\.range|f_unknown|tuple\(/,
      ),
    ),
  },
  {
    id: 'lists of one type',
    because: 'A list holds values of one type and is no value of another list; lists are not added or compared whole.',
    explains: refusedFor('NF0522'),
  },
  {
    id: 'no whole lists',
    because: 'Lists are compared by what they hold, with in, exists and all.',
    explains: (_, outcome) =>
      outcome.kind === 'refused' && outcome.issue === 'NF0508' && / list/.test(` ${outcome.about}`),
  },
  {
    id: 'no order of booleans',
    because: 'Only numbers, texts and times have an order; blank has none.',
    explains: (_, outcome) =>
      outcome.kind === 'refused' && outcome.issue === 'NF0508' && /boolean|blank/.test(outcome.about),
  },
  {
    id: 'conditions are boolean',
    because: 'Both sides of && and || are conditions, whichever decides.',
    explains: refusedFor('NF0521'),
  },
  {
    id: 'bounded numbers',
    because: 'Numbers stay below 10^15 and are exact to ten decimals.',
    explains: refusedFor('NF0517'),
  },
  {
    id: 'known names',
    because: 'A name or function that does not exist is refused, even where the other side of || would decide.',
    explains: refusedFor('NF0503', 'NF0506'),
  },
  { id: 'bounded size', because: 'Length and depth of an expression are limits.', explains: refusedFor('NF0502') },
];

/** Where both have a meaning, and it is not the same. */
const CHANGED: readonly DifferenceRule[] = [
  {
    id: 'total',
    because:
      'Nothing throws: what CEL answers with an error is refused by the checker or has a value, most often blank.',
    explains: ({ expects }) => expects === 'error',
  },
  {
    id: 'blank text',
    because: 'The empty text is blank: it is equal to blank only, has no order, and contains, begins and ends nothing.',
    explains: both(isDifferent, written(/''|""/)),
  },
  {
    id: 'division by zero',
    because: 'It is blank, and blank equals blank; there is no infinity and no not-a-number.',
    explains: both(isDifferent, written(/\/\s*0/)),
  },
  {
    id: 'normal text',
    because: 'Text is in normal form C, and without U+0000.',
    explains: both(isDifferent, written(/\\u0301|\\000|\\[xX]00|\\u0000|\\U00000000/)),
  },
  {
    id: 'no namespaces',
    because: 'A name is looked up as it is written.',
    explains: ({ container, name }) => container !== '' || name.includes('/namespace/'),
  },
];

/** Every deliberate difference; the first that explains a case is counted. */
export const DIFFERENCES: readonly DifferenceRule[] = [...ABSENT, ...CHANGED];
