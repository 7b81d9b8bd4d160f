import { BAD_EXPRESSIONS } from './bad-expressions.ts';
import { BAD_LATER } from './bad-later.ts';
import { BAD_MONEY } from './bad-money.ts';
import { BAD_REASONING } from './bad-reasoning.ts';
import { BOSS, fields, files, LIFE, spec, THING, type BadSpecification } from './bad-specification.ts';

/** A constraint over several fields of one entity. */
function constraint(id: string, at: string, text: string, params?: BadSpecification['params']): BadSpecification {
  const own =
    'name: { type: string }, size: { type: integer }, at: { type: datetime }, up: { type: reference, to: thing }';
  const moving = 'late: { type: boolean, computed: record.at < now }, tags: { type: choices, options: [a, b] }';
  const hidden = 'shown: { type: string, visible_when: record.size > 1 }';
  const entity = `entities: { thing: { ${text}, fields: { ${own}, ${moving}, ${hidden} } } }\n`;
  return spec(id, at, `${BOSS}${entity}limits: { most: { type: integer, value: 3 } }\n`, params);
}

const YAML: readonly BadSpecification[] = [
  spec('NF0001', '}', 'purpose: { name: x }}\n'),
  files('NF0014', '', { 'more.yaml': `# ${'x'.repeat(4_000_000)}` }, { most: '4000000' }),
  files('NF0015', '\uFFFD', { 'more.yaml': 'purpose: { does: caf\uFFFD }' }),
  spec('NF0002', 'x', 'purpose: { name: !!str x }\n'),
  spec('NF0003', 'x', 'purpose: { name: &a x }\n'),
  spec('NF0004', '<<', 'purpose: { <<: { name: x } }\n'),
  spec('NF0005', 'purpose', 'purpose: {}\npurpose: {}\n'),
  spec('NF0006', 'does', 'purpose:\n  does:\n  name: x\n'),
  spec('NF0006', 'does', 'purpose: { does: ~ }\n'),
  spec('NF0007', '\t', 'purpose:\n\tdoes: x\n'),
  files('NF0008', 'p', { 'more.yml': 'purpose: {}' }),
  spec('NF0009', '!record.done', 'rules:\n  thing:\n    r: { check: true, when: !record.done }\n', {
    quoted: "r: { check: true, when: '!record.done' }",
  }),
  spec('NF0009', '!record.done', 'rules:\n  thing:\n    r:\n      when: !record.done\n', {
    quoted: "when: '!record.done'",
  }),
  spec('NF0009', 'record.state in ["a", "b"]', 'rules: { thing: { r: { check: record.state in ["a", "b"] } } }\n', {
    quoted: `rules: { thing: { r: { check: 'record.state in ["a", "b"]' } } }`,
  }),
  spec('NF0009', 'size(record.a, 1)', 'rules: { thing: { r: { check: size(record.a, 1) } } }\n'),
  spec('NF0009', '[1, 2].exists(x, x == 1)', 'rules:\n  thing:\n    r:\n      check: [1, 2].exists(x, x == 1)\n'),
  spec('NF0009', '"a" == record.b', 'rules:\n  thing:\n    r:\n      check: "a" == record.b\n'),
  spec(
    'NF0009',
    'record.a ? 1 : 2',
    'entities:\n  thing:\n    fields:\n      a: { type: integer, computed: record.a ? 1 : 2 }\n',
  ),
  spec('NF0009', '*record.a', 'rules:\n  thing:\n    r:\n      check: *record.a\n'),
  spec('NF0009', 'record.a == "x #1"', 'rules:\n  thing:\n    r:\n      check: record.a == "x #1"\n'),
  spec(
    'NF0009',
    '= max([1, 2])',
    'entities: { thing: { fields: { a: { type: integer, default: = max([1, 2]) } } } }\n',
  ),
  files(
    'NF0010',
    'name',
    { 'a.yaml': 'purpose: { name: x }', 'b.yaml': 'purpose: { name: y }' },
    { other: 'a.yaml:1:12' },
  ),
  files('NF0011', 'entities', { 'a.yaml': 'entities: not shown', 'b.yaml': 'entities: {}' }),
  spec('NF0012', '[a]', 'purpose:\n  ? [a]\n  : b\n'),
  spec('NF0012', '{b}', 'purpose: { name: {{b}} }\n'),
  files('NF0013', '- a', { 'a.yaml': '- a\n' }),
];

const SHAPE: readonly BadSpecification[] = [
  spec('NF0101', 'entites', 'entites: {}\n', { name: 'entites', nearest: 'entities' }),
  fields('NF0101', 'requird', '      a: { type: string, requird: true }\n', { nearest: 'required' }),
  spec('NF0102', 'text', 'entities: text\n'),
  spec('NF0104', '[x]', 'purpose: { name: [x] }\n'),
  fields('NF0105', 'yes', '      a: { type: string, required: yes }\n'),
  fields('NF0106', '11', '      a: { type: number, scale: 11 }\n'),
  spec('NF0107', 'Thing', 'entities: { Thing: { fields: { a: { type: string } } } }\n'),
  fields('NF0108', 'created_at', '      created_at: { type: date }\n'),
  fields('NF0108', 'confirm', '      confirm: { type: string }\n'),
  fields('NF0109', '{ required: true }', '      a: { required: true }\n', { key: 'type' }),
  fields('NF0110', 'strng', '      a: { type: strng }\n', { nearest: 'string' }),
  { id: 'NF0111', at: '2', files: 'ninefold: 2\n' },
  spec(
    'NF0112',
    'message',
    `${BOSS}${THING}errors: { e: {} }\nrules: { thing: { r: { check: true, message: M, error: e } } }\n`,
  ),
  fields('NF0112', 'a', '      a: { type: integer, computed: 1 + 1, default: 2 }\n', {
    first: 'computed',
    second: 'default',
  }),
  spec('NF0113', 'Mars', 'purpose: { time_zone: Mars }\n'),
  spec('NF0114', 'Euro', 'purpose: { currency: Euro }\n'),
  spec('NF0115', 'englisch_de', 'purpose: { languages: [englisch_de] }\n'),
  { id: 'NF0116', at: 'purpose: {}', files: 'purpose: {}\n' },
];

const NAMES: readonly BadSpecification[] = [
  fields('NF0201', 'thin', '      a: { type: reference, to: thin }\n', { nearest: 'thing' }),
  spec('NF0201', 'thin', `${BOSS}${THING}states: { thin: {} }\n`),
  spec('NF0201', 'thing.size', `${BOSS}${THING}rules: { thing.size: { r: { check: true } } }\n`),
  spec('NF0202', 'nam', `${BOSS}entities: { thing: { key: nam, fields: { name: { type: string } } } }\n`, {
    nearest: 'name',
  }),
  spec('NF0202', '"{{nam}}"', `${BOSS}entities: { thing: { title: "{{nam}}", fields: { name: { type: string } } } }\n`),
  spec('NF0203', 'bos', `${BOSS}${THING}screens: { s: { list: thing, roles: [bos] } }\n`, { nearest: 'boss' }),
  spec(
    'NF0204',
    'b',
    `${LIFE}    states: { a: { final: true } }\n    transitions: { go: { from: a, to: b, by: boss } }\n`,
  ),
  spec('NF0205', 'hom', `${BOSS}${THING}screens: { home: { blocks: {} }, menu: [hom] }\n`, { nearest: 'home' }),
  spec('NF0205', 'nowhere', `${BOSS}${THING}screens: { f: { form: thing, then: nowhere } }\n`),
  spec(
    'NF0206',
    'takn',
    `${BOSS}${THING}errors: { taken: {} }\nrules: { thing: { r: { check: true, error: takn } } }\n`,
  ),
  spec('NF0207', 'handbook', 'screens: { h: { page: handbook } }\n'),
];

const ENTITIES: readonly BadSpecification[] = [
  fields('NF0301', 'many', '      a: { type: integer, default: many }\n', { type: 'integer' }),
  fields('NF0301', '2026-02-30', '      a: { type: date, max: 2026-02-30 }\n'),
  fields('NF0302', 'hgh', '      a: { type: choice, options: [low, high], default: hgh }\n', { nearest: 'high' }),
  fields('NF0303', '[low, low]', '      a: { type: choice, options: [low, low] }\n'),
  fields(
    'NF0304',
    'a',
    '      a: { type: integer, computed: record.b }\n      b: { type: integer, computed: record.a }\n',
    {
      name: 'thing.a → thing.b → thing.a',
    },
  ),
  fields(
    'NF0304',
    'a',
    '      a: { type: integer, default: = record.b }\n      b: { type: integer, default: = record.a }\n',
  ),
  fields('NF0305', '{ type: money }', '      a: { type: money }\n'),
  spec('NF0306', 'email', 'entities: { user: { fields: { email: { type: string } } } }\n'),
  fields(
    'NF0307',
    'b',
    '      a: { type: reference, to: thing, inverse: all_a }\n      b: { type: reference, to: thing, inverse: all_a }\n',
  ),
  fields('NF0308', '"a("', '      a: { type: string, pattern: "a(" }\n'),
  fields('NF0208', 'go', '      a: { type: sequence, given: go }\n'),
  fields('NF0308', '"{yyyy}"', '      a: { type: sequence, pattern: "{yyyy}" }\n'),
  fields('NF0322', 'b', '      a: { type: string, was: b }\n      b: { type: string }\n'),
  fields('NF0322', 'high', '      a: { type: choice, options: { low: Low, high: High }, dropped: [high] }\n'),
  fields('NF0323', 'c', '      a: { type: string, was: c }\n      b: { type: string, was: c }\n'),
  fields('NF0310', 'a', '      a: { type: integer, min: 5, max: 4 }\n'),
  fields('NF0311', 'a', '      a: { type: integer, required: true, read_only: true }\n'),
  spec(
    'NF0311',
    'name',
    'roles: { boss: { runtime: [users], thing: { create: true, read: true, fields: { name: read } } } }\nentities: { thing: { fields: { name: { type: string, required: true } } } }\n',
  ),
  spec(
    'NF0311',
    'n',
    `${BOSS}entities: { thing: { fields: { n: { type: sequence, given: go, required: true } } } }\nstates: { thing: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: a, to: b, by: boss } } } }\n`,
  ),
  fields('NF0312', 'lines', '      a: { type: lines, fields: { b: { type: lines, fields: {} } } }\n'),
  fields(
    'NF0313',
    'a',
    '      a: { type: boolean, computed: today > record.b, index: true }\n      b: { type: date }\n',
  ),
  fields('NF0314', 'a', '      a: { type: reference, to: thing, required: true, on_delete: clear }\n'),
  fields('NF0315', 'somebody', '      a: { type: reference, to: user, default: somebody }\n'),
  spec('NF0316', 'thing', `${BOSS}entities: { thing: {} }\n`),
];

const FLAGS: readonly BadSpecification[] = [
  spec(
    'NF0312',
    '{ from: a, to: b }',
    `${BOSS}entities: { thing: { no_overlap: { from: a, to: b }, fields: { a: { type: date }, b: { type: datetime } } } }\n`,
  ),
  fields('NF0317', 'a', '      a: { type: integer, search: true }\n', { name: 'search', type: 'integer' }),
  fields('NF0317', 'a', '      a: { type: choices, options: [x], unique: true }\n'),
  fields('NF0317', 'b', '      a: { type: string, sort_by: b }\n      b: { type: text }\n'),
  fields('NF0202', 'reeding', '      a: { type: string, sort_by: reeding }\n      reading: { type: string }\n', {
    nearest: 'reading',
  }),
  fields('NF0901', 'visible_when', '      a: { type: lines, fields: { b: { type: string, visible_when: true } } }\n'),
  spec(
    'NF0901',
    'visible_when',
    `${LIFE}    states: { a: {}, b: { final: true } }\n    transitions: { go: { from: a, to: b, by: boss, input: { why: { type: string, visible_when: true } } } }\n`,
  ),
];

const CONSTRAINTS: readonly BadSpecification[] = [
  spec(
    'NF0321',
    'record.day < today',
    `${BOSS}entities: { thing: { unique: [{ fields: [name], when: record.day < today }], fields: { name: { type: string }, day: { type: date }, open: { type: boolean } } } }\n`,
  ),
  constraint('NF0321', 'record.at < now', 'unique: [{ fields: [name], when: record.at < now }]'),
  constraint('NF0321', 'filled(record.up.name)', 'unique: [{ fields: [name], when: filled(record.up.name) }]'),
  constraint('NF0321', 'record.size > limits.most', 'unique: [{ fields: [name], when: record.size > limits.most }]'),
  constraint('NF0321', 'filled(record.shown)', 'unique: [{ fields: [name], when: filled(record.shown) }]'),
  constraint('NF0109', '{ when: record.size > 1 }', 'unique: [{ when: record.size > 1 }]', { key: 'fields' }),
  constraint('NF0313', 'late', 'index: [[name, late]]', { name: 'late' }),
  constraint('NF0313', 'late', 'unique: [[name, late]]', { name: 'late' }),
  constraint('NF0317', 'tags', 'index: [[name, tags]]', { type: 'choices' }),
  constraint('NF0202', 'state', 'index: [[name, state]]'),
];

const STATES: readonly BadSpecification[] = [
  spec(
    'NF0401',
    '{ states: { a: { final: true } } }',
    `${BOSS}${THING}states: { thing: { states: { a: { final: true } } } }\n`,
  ),
  spec('NF0402', 'b', `${LIFE}    states: { a: { final: true }, b: { final: true } }\n`),
  spec('NF0403', 'a', `${LIFE}    states: { a: {} }\n`),
  spec(
    'NF0404',
    'go',
    `roles: { boss: { thing: { create: true } , runtime: [users] } }\n${THING}states: { thing: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: a, to: b, by: boss } } } }\n`,
  ),
  spec(
    'NF0405',
    'go',
    `${LIFE}    states: { a: { final: true }, b: { final: true } }\n    transitions: { go: { from: a, to: b, by: boss } }\n`,
  ),
  spec(
    'NF0406',
    'n',
    `${BOSS}entities: { thing: { fields: { n: { type: sequence } } } }\nstates: { thing: { initial: a, states: { a: { final: true } }, transitions: { create: { to: a, by: boss, set: { n: x } } } } }\n`,
  ),
  spec(
    'NF0407',
    'create',
    `${LIFE}    states: { a: { final: true }, b: { final: true } }\n    transitions: { create: { to: b, by: boss } }\n`,
  ),
];

const EXPRESSIONS: readonly BadSpecification[] = [
  fields('NF0501', '=', '      a: { type: boolean, computed: record.b = 1 }\n      b: { type: integer }\n', {
    expected: '==',
  }),
  fields('NF0504', 'user', '      a: { type: reference, to: user, computed: user }\n'),
  fields('NF0505', 'prise', '      a: { type: integer, computed: record.prise }\n      price: { type: integer }\n', {
    nearest: 'price',
  }),
  fields('NF0510', 'mx', '      a: { type: integer, max: = limits.mx }\n'),
  fields('NF0512', 'now', '      a: { type: integer, default: = now }\n'),
  fields(
    'NF0525',
    '"(b"',
    '      a: { type: boolean, computed: \'record.b.matches("(b")\' }\n      b: { type: string }\n',
  ),
  spec(
    'NF0526',
    'record.name.matches("a")',
    `roles: { boss: { runtime: [users], thing: { create: true, read: 'record.name.matches("a")' } } }\n${THING}`,
    { name: 'matches' },
  ),
  fields('NF0512', '= user', '      a: { type: reference, to: thing, default: = user }\n', {
    expected: 'thing',
    found: 'user',
  }),
];

const RULES_AND_ROLES: readonly BadSpecification[] = [
  spec('NF0601', '{ when: true }', `${BOSS}${THING}rules: { thing: { r: { when: true } } }\n`),
  spec(
    'NF0602',
    'r',
    `${BOSS}entities: { thing: { fields: { l: { type: lines, fields: { a: { type: string } } } } } }\nrules: { thing: { r: { check: true } }, thing.l: { r: { check: true } } }\n`,
  ),
  spec('NF0701', 'a', 'roles: { a: { includes: b, runtime: [users] }, b: { includes: a } }\n'),
  spec('NF0703', 'create', 'roles: { a: { user: { create: true }, runtime: [users] } }\n'),
  spec('NF0704', '{ update_to: true }', `roles: { a: { runtime: [users], thing: { update_to: true } } }\n${THING}`),
  spec('NF0705', 'thing', `roles: { a: { runtime: [users] } }\n${THING}`),
];

const SCREENS: readonly BadSpecification[] = [
  spec('NF0801', '/api/x', `${BOSS}${THING}screens: { s: { list: thing, path: /api/x } }\n`),
  spec('NF0801', '/_/x', `${BOSS}${THING}screens: { s: { list: thing, path: /_/x } }\n`),
  spec('NF0801', '/health', `${BOSS}${THING}screens: { s: { list: thing, path: /health } }\n`),
  spec('NF0801', '/x', `${BOSS}${THING}screens: { s: { record: thing, path: /x } }\n`),
  spec('NF0802', '/x', `${BOSS}${THING}screens: { s: { list: thing, path: /x }, t: { form: thing, path: /x } }\n`),
  spec('NF0803', '{ path: /x }', 'screens: { s: { path: /x } }\n'),
  spec('NF0804', 's', `${BOSS}${THING}screens: { s: { record: thing }, menu: { m: [s] } }\n`),
  spec('NF0805', 'name', `${BOSS}${THING}screens: { s: { record: thing, sections: { a: [name], b: [name] } } }\n`),
  spec(
    'NF0806',
    's',
    `roles: { boss: { thing: all, runtime: [users] }, guest: {} }\n${THING}screens: { s: { list: thing, roles: [guest] } }\n`,
  ),
];

const LAST_POINTS: readonly BadSpecification[] = [
  spec('NF1001', 'forbidden', 'errors: { forbidden: {} }\n'),
  spec('NF1003', 'a', 'limits: { a: { type: integer, value: 1 } }\n'),
  spec('NF1004', '1', 'limits: { a: { type: integer, value: 1, min: 2 } }\n'),
  spec('NF1005', 'a', 'errors: { a: { status: 409 } }\n'),
  files('NF1101', '}', { 'locales/en/app.json': '{ "purpose": { "name": } }' }),
  files('NF1102', 'Inline', {
    'a.yaml': `${BOSS}entities: { thing: { label: Inline, fields: { a: { type: string } } } }`,
    'locales/en/app.json': '{ "entities": { "thing": { "label": "Filed" } } }',
  }),
  spec(
    'NF1103',
    'ja',
    'purpose: { languages: [ja] }\nentities: { thing: { label: 品目, fields: { name: { type: string } } } }\n',
    { language: 'ja', count: '1' },
  ),
  spec('NF1103', 'de', 'purpose: { languages: [de] }\n', { language: 'de' }),
  files('NF1104', '"x"', { 'locales/en/app.json': '{ "entities": { "nothing": { "label": "x" } } }' }),
  files('NF1105', '"y"', {
    'locales/en/a.json': '{ "purpose": { "name": "x" } }',
    'locales/en/b.json': '{ "purpose": { "name": "y" } }',
  }),
  files('NF1106', '5', { 'locales/en/app.json': '{ "purpose": { "name": 5 } }' }),
  files('NF1201', 'n', { 'data/thng.csv': 'name\n', 'a.yaml': BOSS + THING }, { nearest: 'thing' }),
  files('NF1202', 'nmae', { 'data/thing.csv': 'nmae\nx\n', 'a.yaml': BOSS + THING }, { nearest: 'name' }),
  files('NF1203', 'big', { 'data/thing.csv': 'name,size\nx,big\n', 'a.yaml': BOSS + THING }, { column: 'size' }),
  files('NF1203', '"big"', { 'data/thing.json': '[{ "name": "x", "size": "big" }]', 'a.yaml': BOSS + THING }),
  files('NF1204', '"', { 'data/thing.csv': 'name\n"x\n', 'a.yaml': BOSS + THING }),
  files('NF1205', '{', { 'data/thing.json': '{}', 'a.yaml': BOSS + THING }),
  files('NF0512', 'today', { 'data/thing.csv': 'size\n= today\n', 'a.yaml': BOSS + THING }),
];

/** Keys of a transition, each with what may stand there. */
const LATER_KEYS = {
  after: 'after: = days(1)',
  at: 'at: now',
  notify: 'by: boss, notify: { to: user }',
  create: 'by: boss, create: { thing: { name: x } }',
  fire: 'by: boss, fire: { each: user, transition: not shown }',
  approvals: 'by: boss, approvals: { of: user }',
  on_refusal: 'by: boss, on_refusal: { set: { name: x } }',
  restart: 'by: boss, restart: true',
} as const;

/** What the language has and the running version does not enforce yet. */
const NOT_YET: readonly BadSpecification[] = [
  spec('NF0901', 'calls', 'calls: { out: {} }\n'),
  fields('NF0901', 'files', '      a: { type: files, max: 3, accept: [image/*] }\n', { name: 'type: files' }),
  fields('NF0901', 'secret', '      a: { type: secret }\n'),
  fields('NF0901', 'translated', '      a: { type: string, translated: true }\n'),
  fields('NF0901', 'personal', '      a: { type: string, personal: true }\n'),
  fields('NF0901', 'find', '      a: { type: reference, to: user, find: option.name == "x" }\n'),
  fields('NF0901', '[user, thing]', '      a: { type: reference, to: [user, thing] }\n'),
  spec('NF0901', 'comments', `${BOSS}entities: { thing: { comments: true, fields: { a: { type: string } } } }\n`),
  spec('NF0901', 'false', `${BOSS}entities: { thing: { history: false, fields: { a: { type: string } } } }\n`),
  spec(
    'NF0901',
    'thing.phase',
    `${BOSS}${THING}states: { thing.phase: { initial: a, states: { a: { final: true } } } }\n`,
  ),
  spec('NF0901', 'derived', `${BOSS}${THING}states: { thing: { states: { a: {} }, derived: [{ state: a }] } }\n`),
  spec('NF0901', 'reactions', `${LIFE}    states: { a: { final: true } }\n    reactions: {}\n`),
  ...Object.entries(LATER_KEYS).map(([key, value]) =>
    spec(
      'NF0901',
      key,
      `${LIFE}    states: { a: {}, b: { final: true } }
    transitions:
      go: { from: a, to: b, ${value} }
      on: { from: a, to: b, by: boss }
calls: not shown
`,
      { name: key },
    ),
  ),
  spec(
    'NF0901',
    '[{ to: b, when: creating }, b]',
    `${LIFE}    states: { a: {}, b: { final: true } }\n    transitions: { go: { from: a, by: boss, to: [{ to: b, when: creating }, b] } }\n`,
  ),
  spec(
    'NF0901',
    'previous',
    `${LIFE}    states: { a: {}, b: { final: true } }\n    transitions: { go: { from: a, by: boss, to: previous } }\n`,
  ),
  spec('NF0901', 'public', 'roles: { guest: { members: public } }\n'),
  spec(
    'NF0901',
    'via',
    `roles: { boss: { thing: { via: up }, runtime: [users] } }\nentities: { thing: { fields: { up: { type: reference, to: thing } } } }\n`,
  ),
  spec('NF0901', 'access', `roles: { boss: { thing: { access: link }, runtime: [users] } }\n${THING}`),
  spec('NF0901', 'import', `roles: { boss: { thing: { read: true, import: true }, runtime: [users] } }\n${THING}`),
  spec(
    'NF0901',
    'record.size > 1',
    `roles: { boss: { thing: { read: true, fields: { name: { read: record.size > 1 } } }, runtime: [users] } }\n${THING}`,
  ),
  spec('NF0901', 'chart', `${BOSS}${THING}screens: { s: { blocks: { b: { chart: thing } } } }\n`),
  spec('NF0901', 'board', `${BOSS}${THING}screens: { s: { list: thing, layouts: [table, board] } }\n`),
  spec('NF0901', 'editable_by', `${BOSS}${THING}limits: { a: { type: integer, value: 1, editable_by: boss } }\n`),
];

/** Every mistake that the checker knows, at least once. */
export const BAD_SPECIFICATIONS: readonly BadSpecification[] = [
  ...[
    ...YAML,
    ...SHAPE,
    ...NAMES,
    ...ENTITIES,
    ...FLAGS,
    ...CONSTRAINTS,
    ...STATES,
    ...EXPRESSIONS,
    ...BAD_EXPRESSIONS,
    ...RULES_AND_ROLES,
    ...SCREENS,
  ],
  ...LAST_POINTS,
  ...NOT_YET,
  ...BAD_LATER,
  ...BAD_MONEY,
  ...BAD_REASONING,
];
