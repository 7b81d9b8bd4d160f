import {
  parseSync,
  Visitor,
  type Expression,
  type ObjectExpression,
  type PrivateIdentifier,
  type SpreadElement,
} from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

/** A kind of thing that the language lists: its names, and the members that hold such a name. */
interface Kind {
  readonly what: string;
  readonly names: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** Whether its names are also looked for in lists and tables. Names that are common words of other things are not. */
  readonly listed: boolean;
}

const kind = (what: string, members: string, names: string, listed = true): Kind => ({
  what,
  names: new Set(names.split(' ')),
  members: new Set(members.split(' ')),
  listed,
});

/** The names as `model/src/ir` has them, and those that the language has beside; a test compares both. */
export const KINDS: readonly Kind[] = [
  kind(
    'field type',
    'type fieldType limitType',
    'string text choice choices sequence reference references integer number money percent boolean date datetime lines duration time file files object secret json',
  ),
  kind('layout', 'layout', 'table board calendar cards map gantt'),
  kind('block', 'block', 'count list chart table'),
  kind('effect', 'effect', 'create fire notify call'),
  kind('verb', 'verb', 'read refer create update delete comment history export import print', false),
];

/** Folders of the files that a table has one of for each kind; the types of functions are written in the last. */
export const TABLE_FOLDERS: readonly string[] = [
  'packages/model/src/ir/',
  'packages/model/src/field-types/',
  'packages/spec/src/compile/field-types/',
  'packages/spec/src/compile/kinds/',
  'packages/spec/src/openapi/field-types/',
  'packages/server/src/storage/columns/',
  'packages/server/src/exchange/people-cells/',
  'packages/server/src/exchange/sheet-cells/',
  'packages/spec/src/expressions/functions/',
];
/** A type that does not compile until every name is there. */
const COMPLETE = /\[\w+ in |\bRecord</;
const PARTIAL = /\bPartial<|\bRecord<string,/;

/** The largest number of exceptions. */
const MOST_ALLOWED = 25;
const ALLOWED = /\/\/ kinds: \S.*/;
/** So many names of one kind among the keys of an object make it a table. */
const TABLE_KEYS = 3;

export const kindsCheck: Check = {
  name: 'kinds',
  run: async (root) => outcomeOf(kindsFindings(await readSources(root, /^packages\/[^/]+\/src\/.*\.tsx?$/))),
};

/**
 * Finds comparisons, `switch`es, lists and incomplete tables that name a kind outside of its tables. A table with a
 * complete type may stand anywhere. An exception has its reason on its line (`// kinds: …`); there are at most 25.
 */
export function kindsFindings(files: Files): readonly Finding[] {
  const findings: Finding[] = [];
  let allowed = 0;
  for (const [file, text] of files) {
    if (/\.test\.tsx?$|\/(?:testing|fixtures)\//.test(file)) continue;
    const places = TABLE_FOLDERS.some((folder) => file.startsWith(folder)) ? [] : placesIn(file, text);
    const reasons = reasonsIn(text);
    const used = new Set<number>();
    for (const { from, to, said } of places) {
      const reason = [from, to].find((line) => reasons.has(line));
      if (reason === undefined) findings.push(errorAt(file, from, said));
      else used.add(reason);
    }
    for (const line of reasons) {
      if (used.has(line)) allowed += 1;
      else findings.push(errorAt(file, line, 'nothing here needs a reason: take the comment away'));
    }
  }
  if (allowed > MOST_ALLOWED)
    findings.push(errorAt('packages', 1, `${allowed} places name kinds with a reason; ${MOST_ALLOWED} is the end`));
  return findings;
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly said: string;
}

/** The lines that carry a reason. */
function reasonsIn(text: string): ReadonlySet<number> {
  return new Set(text.split('\n').flatMap((line, index) => (ALLOWED.test(line) ? [index + 1] : [])));
}

/** Every place of a file that names a kind, one for each statement. */
function placesIn(file: string, text: string): readonly Place[] {
  const places: Place[] = [];
  const add = (node: { readonly start: number; readonly end: number }, end: number, said: string): void => {
    places.push({ from: lineAt(text, node.start), to: lineAt(text, end), said });
  };
  const passed = new Set<number>();
  new Visitor({
    VariableDeclarator: (node) => {
      const type = node.id.typeAnnotation ? text.slice(node.id.typeAnnotation.start, node.id.typeAnnotation.end) : '';
      if (node.init && COMPLETE.test(type) && !PARTIAL.test(type)) passed.add(node.init.start);
    },
    BinaryExpression: (node) => {
      const found = /^[!=]==?$/.test(node.operator) ? compared(node.left, node.right) : null;
      if (found !== null) add(node, node.end, `compares ${found}: let the table answer`);
    },
    SwitchStatement: (node) => {
      const tests = node.cases.flatMap(({ test }) => (test ? [test] : []));
      const found = tests.map((test) => compared(node.discriminant, test)).find((one) => one !== null);
      if (found) add(node, node.start, `switches on ${found}: let the table answer`);
    },
    ArrayExpression: (node) => {
      const items = node.elements.map((item) => (item === null ? null : literalOf(item)));
      const found = items.length > 1 && !passed.has(node.start) ? kindOf(items) : null;
      if (found !== null) add(node, node.end, `lists names of a ${found}: let the table answer`);
    },
    ObjectExpression: (node) => {
      // the types of JSON Schema, which may be several
      for (const property of node.properties)
        if (property.type === 'Property' && keyOf(property) === 'type') passed.add(property.value.start);
      const isTable = node.properties.length >= TABLE_KEYS && !passed.has(node.start);
      const found = !isTable ? null : kindOf(node.properties.map(keyOf));
      if (found !== null) add(node, node.start, `a table by ${found} outside of the tables`);
    },
  }).visit(parseSync(file, text).program);
  return places;
}

/** `field type "lines"` where one side holds the name of a kind and the other is one. */
function compared(a: Expression | PrivateIdentifier, b: Expression): string | null {
  for (const [value, name] of [
    [a, literalOf(b)],
    [b, literalOf(a)],
  ] as const) {
    const member = memberOf(value);
    const found = KINDS.find(
      (one) => name !== null && one.names.has(name) && member !== null && one.members.has(member),
    );
    if (found) return `${found.what} "${String(name)}"`;
  }
  return null;
}

/** The kind of which these are names, all of them; null where one is not. */
function kindOf(names: readonly (string | null)[]): string | null {
  const of = KINDS.find((one) => one.listed && names.every((name) => name !== null && one.names.has(name)));
  return of?.what ?? null;
}

type Part = Expression | SpreadElement | PrivateIdentifier;

function literalOf(node: Part): string | null {
  if (node.type === 'TSAsExpression') return literalOf(node.expression);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

function keyOf(property: ObjectExpression['properties'][number]): string | null {
  if (property.type !== 'Property' || property.computed) return null;
  return property.key.type === 'Identifier' ? property.key.name : literalOf(property.key as Part);
}

/** The last name of `field.type`, `field?.type` or `type`. */
function memberOf(node: Part): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return memberOf(node.expression);
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier')
    return node.property.name;
  return null;
}
