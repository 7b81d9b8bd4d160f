import { ISSUES, type IssueId } from '../syntax/issues.ts';
import type { Outcome } from './judge.ts';
import type { ConformanceCase } from './suite.ts';

type Refused = Extract<Outcome, { readonly kind: 'refused' }>;

/** One reason why our language deliberately differs from CEL, and the cases that it explains. */
export interface DifferenceRule {
  readonly id: string;
  /** What holds in our language instead. */
  readonly because: string;
  readonly explains: (one: ConformanceCase, outcome: Outcome) => boolean;
}

/** The case is refused with this issue, and the issue marks and names what the rule is about. */
function refused(
  issue: IssueId,
  about: (outcome: Refused, one: ConformanceCase) => boolean = () => true,
): DifferenceRule['explains'] {
  return (one, outcome) => outcome.kind === 'refused' && outcome.issue === issue && about(outcome, one);
}

/** The case has another value here, and its source contains what the rule is about. */
function different(source: RegExp): DifferenceRule['explains'] {
  return (one, outcome) => outcome.kind === 'different' && one.expects === 'value' && source.test(one.source);
}

const any =
  (...tests: readonly DifferenceRule['explains'][]): DifferenceRule['explains'] =>
  (one, outcome) =>
    tests.some((test) => test(one, outcome));

/** The language has no functions or methods of these names. */
function functions(...names: readonly string[]): DifferenceRule['explains'] {
  return refused(ISSUES.unknownFunction, ({ names: { name = '' } }) => names.includes(name));
}

/** Calls that begin with one of these namespaces. */
function within(...namespaces: readonly string[]): DifferenceRule['explains'] {
  return refused(ISSUES.unknownFunction, ({ part }) => namespaces.includes(/^\w+(?=\.)/.exec(part)?.[0] ?? ''));
}

/** The language has no names of these kinds, unless the case gives them a value that we could take. */
function unknown(...names: readonly string[]): DifferenceRule['explains'] {
  return refused(
    ISSUES.unknownVariable,
    ({ part }, { bindings }) => names.includes(part) && !Object.hasOwn(bindings ?? {}, part),
  );
}

const TYPES = ['dyn', 'type', 'int', 'uint', 'double', 'string', 'bool', 'bytes', 'list', 'map', 'null_type'];
const OPTIONALS = ['of', 'ofNonZeroValue', 'none', 'or', 'orValue', 'hasValue', 'value', 'optMap', 'optFlatMap'];
const OF_TEXTS = [
  ...['charAt', 'format', 'indexOf', 'lastIndexOf', 'join', 'lowerAscii', 'upperAscii', 'quote', 'replace', 'reverse'],
  ...['split', 'substring', 'trim'],
];
const OF_LISTS = [
  'transformList',
  'transformMap',
  'transformMapEntry',
  'distinct',
  'flatten',
  'slice',
  'sort',
  'sortBy',
  'range',
];

/** Parts of CEL that our language does not have. Every case that needs one is refused by name, at its place. */
const ABSENT: readonly DifferenceRule[] = [
  {
    id: 'no messages',
    because:
      'Records come from entities, not from protocol buffers: no message types, enumerations, extensions or wrappers.',
    explains: any(
      refused(ISSUES.syntax, ({ part, before }) => part === '{' && /[A-Z]\w*\s*$/.test(before)),
      unknown('GlobalEnum', 'NestedEnum', 'TestAllTypes', 'NestedTestAllTypes', 'google', 'proto'),
      within('proto'),
      functions('GlobalEnum', 'NestedEnum'),
    ),
  },
  {
    id: 'no maps',
    because: 'An object is a record of an entity; there are no maps made on the way.',
    explains: refused(ISSUES.notYet, ({ names: { name } }) => name === '{…}'),
  },
  {
    id: 'no quoted names',
    because: 'A name is a word; there are none in backticks.',
    explains: refused(ISSUES.syntax, ({ part }) => part.startsWith('`')),
  },
  {
    id: 'no bytes',
    because: 'Contents of files are no values of expressions.',
    explains: any(
      refused(ISSUES.notYet, ({ part }) => /^[bB]["']/.test(part)),
      refused(ISSUES.syntax, ({ part, before }) => /^["']/.test(part) && /\b[bB][rR]$/.test(before)),
      within('base64'),
    ),
  },
  {
    id: 'one number',
    because: 'There is one exact decimal type: no unsigned or hexadecimal literals, and none that begins with a point.',
    explains: any(
      refused(ISSUES.notYet, ({ part }) => /^(\d+[uU]|0[xX][0-9a-fA-F]+[uU]?)$/.test(part)),
      refused(ISSUES.syntax, ({ part, before }) => part === '.' && !/[\w)\]]$/.test(before)),
    ),
  },
  {
    id: 'no conversions',
    because: 'Types are known before anything runs: no dyn, type, conversions between types or type names as values.',
    explains: any(functions(...TYPES, 'duration', 'timestamp'), unknown(...TYPES)),
  },
  {
    id: 'no calendar calls',
    because: 'Dates have functions of their own (year, month, weekday …) in the zone of the application.',
    explains: refused(ISSUES.unknownFunction, ({ names: { name = '' } }) => /^get[A-Z]/.test(name)),
  },
  {
    id: 'no positions',
    because:
      'A list is looked through by exists, all, filter, map, first and last: no index, no has(), no optional access.',
    explains: any(
      refused(ISSUES.notYet, ({ names: { name = '' } }) => ['[]', '[?]', '.?'].includes(name)),
      refused(ISSUES.syntax, ({ part }) => part === '?'),
      unknown('optional'),
      functions('has', ...OPTIONALS),
    ),
  },
  {
    id: 'no extensions',
    because:
      'The optional libraries for strings, math, sets, bindings, blocks and comprehensions with two variables are not part of the language.',
    explains: any(
      within('math', 'strings', 'sets', 'lists', 'cel'),
      functions(...OF_TEXTS, ...OF_LISTS, 'existsOne', 'tuple'),
      unknown('math', 'strings', 'sets', 'lists', 'cel'),
      refused(
        ISSUES.wrongArguments,
        ({ names }) => names['found'] === '3' && names['expected']?.startsWith('list.') === true,
      ),
      refused(ISSUES.badLocal, ({ part }) => part.startsWith('cel.')),
      refused(ISSUES.syntax, ({ part }) => part.startsWith('cel.')),
    ),
  },
  {
    id: 'no lists of booleans',
    because:
      'A list holds values that are there: a condition that is left undecided is none, so conditions make no list.',
    explains: refused(ISSUES.mixedList, ({ names: { found } }) => found === 'boolean'),
  },
  {
    id: 'lists of one type',
    because: 'A list holds values of one type and is no value of another list.',
    explains: refused(ISSUES.mixedList, ({ names: { expected, found = '' } }) => expected !== found),
  },
  {
    id: 'no whole lists',
    because: 'Lists are compared by what they hold, with in, exists and all, and are not added.',
    explains: refused(ISSUES.wrongOperands, ({ names: { found = '' } }) => /^(\S+ )?list\b.* list\b/.test(found)),
  },
  {
    id: 'no order of booleans',
    because: 'Only numbers, texts and times have an order.',
    explains: refused(
      ISSUES.wrongOperands,
      ({ names: { name = '', found = '' } }) => /^[<>]=?$/.test(name) && found.includes('boolean'),
    ),
  },
  {
    id: 'one type of a choice',
    because: 'Both branches of ? : have one type.',
    explains: refused(ISSUES.wrongOperands, ({ names: { name } }) => name === '? :'),
  },
  {
    id: 'white space',
    because: 'Space, tab and the ends of lines stand between words; a form feed does not.',
    explains: refused(ISSUES.syntax, ({ names: { found } }) => found === '\f'),
  },
  {
    id: 'nothing of nothing',
    because: 'Of blank alone, as the items of an empty list are, nothing is computed and it has no order.',
    explains: refused(ISSUES.wrongOperands, ({ names: { found = '' } }) => /\bblank\b/.test(found)),
  },
  {
    id: 'conditions are boolean',
    because: 'Both sides of && and ||, what ! denies and what ? asks are conditions, whichever decides.',
    explains: refused(ISSUES.wrongCondition),
  },
  {
    id: 'bounded numbers',
    because: 'Numbers stay below 10^15 and are exact to ten decimals.',
    explains: refused(ISSUES.badNumber, ({ part }) => Number(part) >= 1e15 || /e-|\.\d{11}/.test(part)),
  },
  {
    id: 'known names',
    because: 'A name or function that does not exist is refused, even where the other side of || would decide.',
    explains: any(
      refused(
        ISSUES.unknownVariable,
        ({ part }, { bindings, container }) =>
          bindings !== null &&
          container === '' &&
          !Object.keys(bindings).some((name) => name === part || name.startsWith(`${part}.`)),
      ),
      functions(
        'f_unknown',
        'fn',
        'as',
        'break',
        'const',
        'continue',
        'else',
        'for',
        'function',
        'if',
        'import',
        'let',
        'loop',
      ),
      functions('package', 'namespace', 'return', 'var', 'void', 'while'),
    ),
  },
  {
    id: 'no such values',
    because: 'A variable that the case gives a message, map, bytes or a type has no counterpart here.',
    explains: refused(ISSUES.unknownVariable, (_, { bindings }) => bindings === null),
  },
  {
    id: 'bounded size',
    because: 'Length and depth of an expression are limits.',
    explains: refused(ISSUES.tooLarge),
  },
];

/** Parts that both have with different meanings. */
const CHANGED: readonly DifferenceRule[] = [
  {
    id: 'types are checked',
    because: 'What CEL finds out when it runs is refused before.',
    explains: (one, outcome) =>
      one.expects === 'error' && any(refused(ISSUES.wrongOperands), refused(ISSUES.noFields))(one, outcome),
  },
  {
    id: 'total',
    because: 'Nothing throws: divided by zero or too large is blank, and a remainder of decimals is a decimal.',
    explains: ({ expects, source }, outcome) =>
      expects === 'error' && outcome.kind === 'different' && /[/%]|\d{10}\)? [*+-]/.test(source),
  },
  {
    id: 'blank text',
    because: 'The empty text is blank: it is equal to blank only, has no order, and contains, begins and ends nothing.',
    explains: different(/''|""/),
  },
  {
    id: 'division by zero',
    because: 'It is blank, and blank equals blank; there is no infinity and no not-a-number.',
    explains: different(/\/\s*0/),
  },
  {
    id: 'normal text',
    because: 'Text is in normal form C, and without U+0000.',
    explains: (one, outcome) => {
      if (outcome.kind !== 'different' || one.expects !== 'value') return false;
      if (typeof one.expected === 'string')
        return outcome.found === one.expected.normalize('NFC').replaceAll('\u0000', '');
      return /\\u0301/.test(one.source);
    },
  },
  {
    id: 'no namespaces',
    because: 'A name is looked up as it is written.',
    explains: ({ container, bindings }, outcome) =>
      (container !== '' || Object.keys(bindings ?? {}).some((name) => name.includes('.'))) &&
      (outcome.kind === 'different' || (outcome.kind === 'refused' && outcome.issue === ISSUES.unknownVariable)),
  },
];

/** Every deliberate difference; the first that explains a case is counted. */
export const DIFFERENCES: readonly DifferenceRule[] = [...ABSENT, ...CHANGED];
