import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

const HEAD = 'ninefold: 1\nroles: { boss: { visit: all, runtime: [users] } }\n';

/** Ids and named values of everything that is no notice. */
function told(app: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const files = Object.entries({ 'app.yaml': app, ...others }).map(([path, text]) => ({ path, text }));
  const issues = compile(files).issues.filter(({ severity }) => severity !== 'notice');
  return issues.map(({ id, params }) => `${id} ${params['name'] ?? ''}`.trim());
}

test('every mistake of one transition is told', () => {
  const states = `entities: { visit: { fields: { name: { type: string } } } }
states: { visit: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: complete, to: nowhere, by: nobody, when: record.nam == "x" } } } }
`;
  expect(told(HEAD + states)).toEqual(['NF0204 complete', 'NF0204 nowhere', 'NF0203 nobody', 'NF0505 nam']);
});

test('conditions of a field whose options are wrong are told too, its values are not judged', () => {
  const fields = `entities: { visit: { fields: { k: { type: choice, options: visit.nothing, default: high, visible_when: record.nam == "x" } } } }
`;
  expect(told(HEAD + fields)).toEqual(['NF0202 visit.nothing', 'NF0505 nam']);
  const options = 'entities: { visit: { fields: { k: { type: choice, options: [low, High], default: High } } } }\n';
  expect(told(HEAD + options)).toEqual(['NF0107 High']);
});

test.each([
  [
    'an entity under a bad id',
    `ninefold: 1
roles: { boss: { Visit: all, runtime: [users] } }
entities: { Visit: { fields: { name: { type: string } } } }
states: { Visit: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: a, to: b, by: boss } } } }
rules: { Visit: { r: { check: record.state == "a" } } }
`,
    ['NF0107 Visit'],
  ],
  [
    'a target that is misspelt, of a reference whose other direction is read',
    `${HEAD}entities: { visit: { fields: { n: { type: integer, computed: size(record.visits) } } }, other: { fields: { up: { type: reference, to: vist, inverse: visits } } } }
`,
    ['NF0201 vist'],
  ],
  [
    'a cycle of two computed fields',
    `${HEAD}entities: { visit: { fields: { a: { type: integer, computed: record.b + 1 }, b: { type: integer, computed: record.a + 1 } } } }
`,
    ['NF0304 visit.a → visit.b → visit.a'],
  ],
  [
    'rules that contradict each other on every record',
    `${HEAD}entities: { visit: { fields: { pulse: { type: integer, required: true } } } }
rules: { visit: { high: { check: record.pulse > 100 }, low: { check: record.pulse < 50 } } }
`,
    ['NF0604 low'],
  ],
  [
    'a target that is misspelt, whose record an effect hands on',
    `${HEAD}entities: { visit: { fields: { who: { type: reference, to: vist, required: true } } }, bill: { fields: { who: { type: reference, to: visit, required: true } } } }
states: { visit: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: a, to: b, by: boss, create: { bill: { who: = record.who } } } } } }
`,
    ['NF0201 vist'],
  ],
  [
    'an incoming call in the name of a role that is misspelt',
    `${HEAD}entities: { visit: { fields: { up: { type: reference, to: visit } } } }
calls: { in: { gate: { creates: visit, as: bos, map: { up: = body.up }, secret: s } } }
`,
    ['NF0203 bos'],
  ],
  [
    'states under the word of another product, of an entity that a chart counts by state',
    `${HEAD}entities: { visit: { fields: { name: { type: string } } } }
statuses: { visit: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: a, to: b, by: boss } } } }
screens: { start: { path: /start, blocks: { kinds: { chart: visit } } } }
`,
    ['NF0101 statuses'],
  ],
  [
    'the role of an incoming call under a key that is meant as one of two',
    `${HEAD}entities: { visit: { fields: { up: { type: reference, to: visit } } } }
calls: { in: { gate: { creates: visit, aas: boss, map: { up: = body.up }, secret: s } } }
`,
    ['NF0101 aas'],
  ],
  [
    'an incoming call with a former id, and without a role',
    `${HEAD}entities: { visit: { fields: { up: { type: reference, to: visit } } } }
calls: { in: { gate: { creates: visit, was: door, map: { up: = body.up }, secret: s } } }
`,
    ['NF0442 up'],
  ],
])('%s is one message', (_, app, messages) => {
  expect(told(app)).toEqual(messages);
});

test.each([
  ['{ n: count(),, total: sum(record.cost) }', 'NF0009'],
  ['{ n: count(); total: sum(record.cost) }', 'NF0009'],
  ['{ n: count(), total: total(record.cost) }', 'NF0807'],
  ['{ n: count(), total: sum(record.cots) }', 'NF0505 cots'],
])('figures that cannot be read, by one of which the table is sorted, are one message: %s', (show, message) => {
  const table = `entities: { visit: { fields: { kind: { type: choice, options: [a, b] }, cost: { type: integer } } } }
screens:
  start:
    path: /start
    blocks:
      kinds:
        table: visit
        group_by: [kind]
        show: ${show}
        sort: [-total]
`;
  expect(told(HEAD + table)).toEqual([message]);
});

test('a data file of an entity whose name cannot be one is no mistake of its own', () => {
  const app =
    'ninefold: 1\nroles: { boss: { Visit: all, runtime: [users] } }\nentities: { Visit: { fields: { a: { type: string } } } }\n';
  expect(told(app, { 'data/visit.csv': 'a\nx\n' })).toEqual(['NF0107 Visit']);
});

test('a row with a comma too many, and a field under a bad id with its column, are one message each', () => {
  const fields = 'entities: { visit: { fields: { a: { type: integer }, b: { type: date }, c: { type: boolean } } } }\n';
  expect(told(HEAD + fields, { 'data/visit.csv': 'a,b,c\n1,,2026-01-01,true\n' })).toEqual(['NF1206']);
  const plans = 'entities: { visit: { fields: { pläne: { type: integer }, b: { type: date } } } }\n';
  expect(told(HEAD + plans, { 'data/visit.csv': 'plaene,b\n1,2026-01-01\n' })).toEqual(['NF0107 pläne']);
});

const ENTITY = `entities:
  visit:
    fields:
      name: { type: string }
      kind: { type: choice, options: [low, high] }
  room:
    fields: { name: { type: string } }
states:
  visit:
    initial: planned
    states: { planned: {}, done: { final: true } }
    transitions:
      close: { from: planned, to: done, by: boss }
`;

/** Two mistakes: texts of the specification and what stands there in their place. */
type Slip = readonly [string, string];

test.each<readonly [string, Slip, Slip, readonly string[]]>([
  [
    'a missing key beside a bracket that is not closed',
    ['from: planned, ', ''],
    ['[low, high]', '[low, high'],
    ['NF0001', 'NF0109'],
  ],
  ['a missing key beside a tab', ['    initial: planned\n', ''], ['  room:', '\troom:'], ['NF0007', 'NF0401']],
  [
    'a slip beside a list in place of states',
    ['by: boss', 'by: bsos'],
    ['{ planned: {}, done: { final: true } }', '[yes]'],
    ['NF0102', 'NF0203 bsos'],
  ],
  [
    'a role of nothing beside a word in place of fields',
    ['by: boss', 'by: nobody'],
    ['fields: { name: { type: string } }', 'fields: yes'],
    ['NF0102', 'NF0203 nobody'],
  ],
  [
    'a name in round quotes beside lines that name it',
    ['by: boss', 'by: “boss”'],
    ['  room:', ' boss: room:'],
    ['NF0001', 'NF0203 “boss”'],
  ],
  [
    'a slip beside lines that name what is meant',
    ['to: done', 'to: doen'],
    ['low, high]', 'low, doen'],
    ['NF0001', 'NF0204 doen'],
  ],
])('%s are both told', (_, [one, first], [other, second], messages) => {
  const app = HEAD + ENTITY;
  expect([app.split(one).length, app.split(other).length]).toEqual([2, 2]);
  expect(told(app.replace(one, first).replace(other, second)).toSorted()).toEqual(messages);
});

test('a word that no function is stands beside a field whose type is none, and both are told', () => {
  const fields = `entities: { visit: { fields: { a: { type: tetx }, b: { type: boolean, computed: filled(record.a) && not(filled(record.a)) } } } }
`;
  expect(told(HEAD + fields)).toEqual(['NF0110 tetx', 'NF0506 not']);
});

test('states of an entity that is misspelt are judged as those of the one that is meant', () => {
  const app = (HEAD + ENTITY)
    .replace('states:\n  visit:', 'states:\n  vist:')
    .replace('from: planned', 'from: elsewhere');
  expect(told(app)).toEqual(['NF0201 vist', 'NF0204 elsewhere']);
});

test('a list in place of states is told, not that they are missing', () => {
  expect(told((HEAD + ENTITY).replace('{ planned: {}, done: { final: true } }', '[yes]'))).toEqual(['NF0102']);
});

test.each([
  ['a key that may be meant as two', 'roles:', 'rles:', ['NF0101 rles']],
  ['a limit whose target stands under another key', 'to: room,', 'target: room,', ['NF0101 target']],
])('%s is one message', (_, written, changed, messages) => {
  const app = `ninefold: 1
roles:
  boss: { room: all, bed: all, runtime: [users] }
calls: { in: { gate: { creates: bed, secret: token, map: { at: = body.at, place: = limits.first } } } }
entities:
  room: { key: name, title: name, fields: { name: { type: string, required: true, unique: true } } }
  bed: { key: at, fields: { at: { type: string, required: true, unique: true }, place: { type: reference, to: room } } }
limits: { first: { type: reference, to: room, value: Hall } }
`;
  const before = told(app);
  expect(before).toEqual([]);
  const added = told(app.replace(written, changed)).filter((one) => !before.includes(one));
  expect(added).toEqual(messages);
});

const TEXTS = {
  'locales/en/app.json':
    '{ "entities": { "visit": { "label": "Visit", "label_many": "Visits" } }, "rules": { "visit": { "high": { "message": "More than {{most}}." } } } }',
  'locales/de/app.json':
    '{ "entities": { "visit": { "label": "Besuch", "label_many": "Besuche" } }, "rules": { "visit": { "high": { "message": "Mehr als {{most}}." } } } }',
};
const TEXTED = `ninefold: 1
purpose: { name: clinic, languages: [en, de] }
roles: { boss: { label: Boss, visit: all, runtime: [users] } }
entities: { visit: { fields: { name: { type: string, label: Name }, most: { type: integer, label: Most } } } }
rules: { visit: { high: { check: record.most < 9 } } }
`;

test.each([
  ['a key of a text that is misspelt', 'de', '"label_many"', '"label_mnay"', ['NF1104']],
  ['the key of a message with a value', 'de', '"message"', '"messgae"', ['NF1104']],
  ['a number for a text', 'de', '"Besuch"', '5', ['NF1106']],
  ['a file that is no JSON', 'de', '"Besuch"', "'Besuch'", ['NF1101']],
  ['a misspelt value of a translation', 'de', '{{most}}', '{{mots}}', ['NF1111 mots']],
  ['a misspelt value of the source text', 'en', '{{most}}', '{{mots}}', ['NF1111 mots']],
  ['a value that is lost', 'de', '{{most}}', 'neun', ['NF1108 most']],
] as const)('%s is one message', (_, language, written, changed, messages) => {
  const heard = (files: Readonly<Record<string, string>>): readonly string[] => {
    const all = Object.entries({ 'app.yaml': TEXTED, ...files }).map(([path, text]) => ({ path, text }));
    return compile(all).issues.map(
      ({ id, line, params }) =>
        `${id} ${id === 'NF1103' ? (params['keys'] ?? '') : (params['name'] ?? '')}:${String(line)}`,
    );
  };
  const path = `locales/${language}/app.json` as const;
  const before = heard(TEXTS);
  const after = heard({ ...TEXTS, [path]: TEXTS[path].replace(written, changed) });
  expect(after.filter((one) => !before.includes(one)).map((one) => one.replace(/ ?:1$/, ''))).toEqual(messages);
});

test('a column that stands twice is told once, whatever its cells are, and a quote that is not closed where it begins', () => {
  const fields = 'entities: { visit: { fields: { name: { type: string }, on: { type: date } } } }\n';
  expect(told(HEAD + fields, { 'data/visit.csv': 'on,on\n2026-01-01,Ann\n2026-01-02,Bob\n' })).toEqual(['NF0005']);
  const files = [
    ['app.yaml', HEAD + fields] as const,
    ['data/visit.csv', 'name,on\n"Ann,2026-01-01\nBob,2026-01-02\n"C",\n'] as const,
  ];
  const { issues } = compile(files.map(([path, text]) => ({ path, text })));
  expect(issues.filter(({ severity }) => severity === 'error').map(({ id, line }) => `${id} ${String(line)}`)).toEqual([
    'NF1204 2',
  ]);
});

test('a value without a space before it is told once, whatever commas it has', () => {
  const fields = 'entities: { visit: { fields: { a: { type: integer, computed:"if(true, max(1, 2), 3)" } } } }\n';
  expect(told(HEAD + fields)).toEqual(['NF0006']);
});

test.each([
  ['before', { 'a.yaml': 'roles:\n  boss:\n    visit all\n', 'b.yaml': 'roles: { boss: { part: all } }\n' }],
  ['behind', { 'a.yaml': 'roles: { boss: { part: all } }\n', 'b.yaml': 'roles:\n  boss:\n    visit all\n' }],
] as const)('a key without its colon is no second value of a map in other files, %s them', (_, others) => {
  const app = `ninefold: 1
roles: { boss: { runtime: [users] } }
entities: { visit: { fields: { name: { type: string } } }, part: { fields: { name: { type: string } } } }
`;
  expect(told(app, others)).toEqual(['NF0102']);
});

test('a file that ends where it cannot be read may be half saved: nothing is told to be missing', () => {
  const app = `ninefold: 1
limits: { most: { type: integer, value: 3, editable_by: boss } }
entities:
  visit:
    no_overlap: [{ from: from, to: until, per: [room], when: record.state != "gone" }]
    fields:
      room: { type: reference, to: room }
      from: { type: date }
      until: { type: date }
  room:
    fields: { name: { type: string } }
states:
  visit:
    initial: here
    states: { here: {}, gone: { final: true } }
    transitions: { create: { to: here, by: boss }, go: { from: here, to: gone, by: boss } }
roles:
  boss: { visit: all, room: all, runtime: [users] }
screens: { menu: { all: [visit, room] } }
`;
  const lengths = Array.from({ length: app.length / 9 - 3 }, (_, index) => 20 + index * 9);
  const halves = lengths.map((length) => told(app.slice(0, length)));
  const unread = halves.filter((issues) => issues.some((issue) => issue.startsWith('NF0001')));
  expect(unread.length).toBeGreaterThan(30);
  expect(unread.filter((issues) => issues.length > 1)).toEqual([]);
  expect(told(`${app.replace('editable_by: boss', 'editable_by: bos')}errors: { own: { status: 409`)).toEqual([
    'NF0203 bos',
    'NF0001',
  ]);
});
