import { BOSS, fields, files, spec, THING, type BadSpecification } from './bad-specification.ts';

const TWO = `${BOSS}${THING}states:\n  thing:\n    initial: a\n    states: { a: {}, b: { final: true }, c: { final: true } }\n    transitions:\n`;

function step(id: string, at: string, text: string, params?: BadSpecification['params']): BadSpecification {
  return spec(id, at, `${TWO}      go: ${text}\n      on: { from: a, to: c, by: boss }\n`, params);
}

function rules(id: string, at: string, text: string, params?: BadSpecification['params']): BadSpecification {
  return spec(id, at, `${BOSS}${THING}rules:\n  thing:\n${text}`, params);
}

const LOAN = (rights: string, guard = '') =>
  `roles: { clerk: { runtime: [users], loan: { create: true, read: true${rights} } } }
entities: { loan: { fields: { borrower: { type: reference, to: user }, sum: { type: integer } } } }
states:
  loan:
    initial: asked
    states: { asked: {}, seen: {}, lent: { final: true } }
    transitions: { look: { from: asked, to: seen, by: clerk }, approve: { from: seen, to: lent, by: clerk${guard} } }
`;

/** What is found by reasoning about conditions. */
export const BAD_REASONING: readonly BadSpecification[] = [
  step(
    'NF0410',
    'record.size > 3 && record.size < 2',
    '{ from: a, to: b, by: boss, when: record.size > 3 && record.size < 2 }',
  ),
  step('NF0410', 'record.state == "b"', '{ from: a, to: b, by: boss, when: record.state == "b" }'),
  step(
    'NF0411',
    'record.size < 3 || !(record.size < 3)',
    '{ from: a, to: b, by: boss, when: record.size < 3 || !(record.size < 3) }',
  ),
  step('NF0527', '"!(record.size > 3)"', '{ from: a, to: b, by: boss, when: "!(record.size > 3)" }', { name: 'size' }),
  spec(
    'NF0412',
    'other',
    `${TWO}      go: { from: a, to: b, after: = days(3), when: record.size > 3 }\n      other: { from: a, to: c, after: = days(3), when: record.size > 5 }\n`,
    { example: 'record.size = 6', other: 'go' },
  ),
  spec(
    'NF0413',
    '{ state: b, when: record.size < 2 }',
    `${BOSS}${THING}states: { thing: { states: { a: {}, b: {} }, derived: [{ state: a, when: record.size < 3 }, { state: b, when: record.size < 2 }, { state: a }] } }\n`,
  ),
  spec(
    'NF0414',
    'a',
    `roles: { boss: { thing: all, runtime: [users] }, guest: { thing: { read: true } } }\n${THING}states: { thing: { initial: a, states: { a: { final: true, editable_by: [guest] } } } }\n`,
    { name: 'guest' },
  ),
  rules('NF0603', 'r', '    r: { when: record.size > 3 && record.size < 2, check: filled(record.name) }\n'),
  rules(
    'NF0604',
    'r',
    '    s: { check: record.size > 5 }\n    r: { when: record.name == "x", check: record.size < 4 }\n',
    {
      other: 's',
      example: 'record.name = x',
    },
  ),
  spec(
    'NF0605',
    'r',
    `${BOSS}entities: { thing: { fields: { size: { type: integer, required: true, max: 10 } } } }\nrules: { thing: { r: { check: record.size > 10 } } }\n`,
  ),
  spec(
    'NF0606',
    'r',
    `${LOAN('')}rules: { loan: { r: { never: transition == "approve" && user == record.borrower } } }\n`,
    { steps: 'create → look → approve' },
  ),
  spec(
    'NF0607',
    'r',
    `${LOAN('')}rules: { loan: { r: { never: transition == "approve" && record.sum * record.sum == 7 } } }\n`,
  ),
  spec(
    'NF0608',
    'r',
    `${LOAN(', update: true', ', when: user != record.borrower')}rules: { loan: { r: { never: transition == "approve" && user == record.borrower } } }\n`,
    { role: 'clerk', field: 'borrower' },
  ),
  spec(
    'NF0318',
    'name',
    `roles: { boss: { thing: { read: true, create: true, fields: { name: read } }, runtime: [users] } }\nentities: { thing: { fields: { name: { type: string, required_when: record.state == "b" } } } }\nstates: { thing: { initial: a, states: { a: {}, b: { final: true } }, transitions: { go: { from: a, to: b, by: boss } } } }\n`,
    { state: 'b' },
  ),
  fields(
    'NF0319',
    'a',
    '      a: { type: string, required_when: record.b, visible_when: "!record.b" }\n      b: { type: boolean }\n',
  ),
  spec(
    'NF0320',
    'a',
    `${BOSS}entities: { thing: { fields: { a: { type: string, computed: record.who.name }, who: { type: reference, to: user } } } }\nstates: { thing: { initial: a, states: { a: { final: true, locked: true } } } }\n`,
  ),
  spec(
    'NF0706',
    'record.size > 3 && record.size < 2',
    `roles: { boss: { thing: { read: record.size > 3 && record.size < 2 }, runtime: [users] } }\nentities: { thing: { fields: { size: { type: integer, index: true } } } }\n`,
  ),
  spec(
    'NF0707',
    'copied',
    `roles: { boss: { thing: { read: true, create: true }, runtime: [users] } }\nentities: { thing: { fields: { up: { type: reference, to: secret_thing }, copied: { type: string, copy: record.up.word } } }, secret_thing: { fields: { word: { type: string } } } }\n`,
    { role: 'boss', source: 'secret_thing.word' },
  ),
  spec(
    'NF0707',
    'thing',
    `roles: { boss: { thing: { read: true, create: true, fields: { name: none } }, runtime: [users] } }\nentities: { thing: { title: name, fields: { name: { type: string } } } }\n`,
  ),
  spec(
    'NF0713',
    'copied',
    `roles: { boss: { thing: { read: true, create: true }, part: { read: record.owner == user, create: true }, runtime: [users] } }\nentities: { thing: { fields: { up: { type: reference, to: part }, copied: { type: string, copy: record.up.word } } }, part: { fields: { word: { type: string }, owner: { type: reference, to: user } } } }\n`,
    { role: 'boss', source: 'part.word' },
  ),
  spec(
    'NF0708',
    'boss',
    `roles: { boss: { members: everyone, thing: all, user: { read: true }, runtime: [users] } }\n${THING}`,
  ),
  spec(
    'NF0709',
    'guest',
    `roles: { boss: { thing: all, runtime: [users] }, guest: { members: public, thing: { create: true } } }\n${THING}`,
  ),
  spec(
    'NF0710',
    'record.size > 3',
    `roles: { boss: { thing: { read: record.size > 3 }, runtime: [users] } }\n${THING}`,
    { name: 'size' },
  ),
  spec(
    'NF0712',
    'r',
    `roles: { boss: { thing: all, runtime: [users] }, clerk: { thing: { create: true, fields: { size: none } } } }\n${THING}rules: { thing: { r: { check: record.size > 3, message: "{{size}} is too small" } } }\n`,
    { role: 'clerk' },
  ),
  files('NF1107', '"Dinge"', {
    'a.yaml': `purpose: { languages: [en, ja] }\n${BOSS}${THING}`,
    'locales/ja/app.json': '{ "entities": { "thing": { "label_one": "Dinge", "label_other": "もの" } } }',
  }),
  files('NF1108', '"小さい"', {
    'a.yaml': `purpose: { languages: [en, ja] }\n${BOSS}${THING}rules: { thing: { r: { check: record.size > 3, message: "{{size}} is too small" } } }\n`,
    'locales/ja/app.json': '{ "rules": { "thing": { "r": { "message": "小さい" } } } }',
  }),
  files('NF1109', '"{{size}}は小さい"', {
    'a.yaml': `purpose: { languages: [en, ja] }\n${BOSS}${THING}rules: { thing: { r: { check: record.size > 3, message: "too small" } } }\n`,
    'locales/ja/app.json': '{ "rules": { "thing": { "r": { "message": "{{size}}は小さい" } } } }',
  }),
];
