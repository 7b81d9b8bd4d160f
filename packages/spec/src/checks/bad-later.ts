import { BOSS, fields, LIFE, spec, THING, type BadSpecification } from './bad-specification.ts';

const GO = `${LIFE}    states: { a: {}, b: { final: true } }\n    transitions:\n`;

/** One transition beside one that everybody may press. */
function go(id: string, at: string, text: string, params?: BadSpecification['params']): BadSpecification {
  return spec(id, at, `${GO}      go: { from: a, ${text} }\n      on: { from: a, to: b, by: boss }\n`, params);
}

/** A part of the language that the running version does not have yet, wrong in one way beside that. */
export const BAD_LATER: readonly BadSpecification[] = [
  go('NF0112', 'after', 'to: b, by: boss, after: = days(1)', { first: 'by', second: 'after' }),
  go('NF0301', '3', 'to: b, after: 3', { type: 'duration' }),
  go('NF0512', 'now', 'to: b, after: = now'),
  go('NF0512', 'record.name', 'to: b, at: record.name', { expected: 'datetime' }),
  go('NF0408', 'a', 'by: boss, to: [a, b]'),
  go('NF0204', 'c', 'by: boss, to: [{ to: c, when: creating }, b]'),
  go('NF0505', 'nme', 'by: boss, to: [{ to: a, when: filled(record.nme) }, b]', { nearest: 'name' }),
  go('NF0512', 'record.name', 'to: b, by: boss, notify: { to: record.name }', { expected: 'user' }),
  go('NF0110', 'fax', 'to: b, by: boss, notify: { to: user, by: fax }'),
  go('NF0109', '{ by: inbox }', 'to: b, by: boss, notify: { by: inbox }', { key: 'to' }),
  go('NF0202', 'nme', 'to: b, by: boss, create: { thing: { nme: x } }', { nearest: 'name' }),
  go('NF0201', 'thng', 'to: b, by: boss, create: { thng: { name: x } }', { nearest: 'thing' }),
  go('NF0208', 'gone', 'to: b, by: boss, fire: { each: record.created_by, transition: gone }'),
  go('NF0209', 'tell', 'to: b, by: boss, call: tell'),
  go('NF0110', 'most', 'to: b, by: boss, approvals: { of: user, need: most }'),
  go('NF0202', 'late', 'to: b, by: boss, on_refusal: { set: { late: true } }'),
  spec(
    'NF0409',
    'when',
    `${BOSS}${THING}states: { thing: { states: { a: {} }, derived: [{ state: a, when: true }] } }\n`,
  ),
  spec(
    'NF0112',
    'initial',
    `${BOSS}${THING}states: { thing: { initial: a, states: { a: {} }, derived: [{ state: a }] } }\n`,
  ),
  spec('NF0117', 'a', `${BOSS}${THING}states: { thing: { states: { a: {} }, derived: a } }\n`),
  spec('NF0505', 'nme', `${BOSS}${THING}states: { thing: { reactions: { r: { when: filled(record.nme) } } } }\n`),
  spec('NF0109', '{ label: x }', `${BOSS}${THING}states: { thing: { reactions: { r: { label: x } } } }\n`),
  spec(
    'NF0807',
    'record.size',
    `${BOSS}${THING}screens: { s: { blocks: { b: { table: thing, group_by: [name], show: { n: record.size } } } } }\n`,
  ),
  spec(
    'NF0512',
    'record.name',
    `${BOSS}${THING}screens: { s: { blocks: { b: { table: thing, show: { n: sum(record.name) } } } } }\n`,
  ),
  spec(
    'NF1006',
    '2026-01-01',
    'limits: { a: { type: integer, values: [{ from: 2026-02-01, value: 1 }, { from: 2026-01-01, value: 2 }] } }\n',
  ),
  spec('NF0109', '[]', 'limits: { a: { type: integer, values: [] } }\n', { key: 'value' }),
  spec(
    'NF0109',
    '{ values: [{ from: 2026-02-01, value: 1 }] }',
    'limits: { page_size: { values: [{ from: 2026-02-01, value: 1 }] } }\n',
    { key: 'value' },
  ),
  spec('NF1004', '9', 'limits: { a: { type: integer, max: 8, values: [{ from: 2026-02-01, value: 9 }] } }\n', {
    name: 'a',
  }),
  spec('NF0301', 'x', 'limits: { a: { type: integer, values: [{ from: 2026-02-01, value: x }] } }\n'),
  spec('NF1007', 'tell', `${BOSS}${THING}calls: { out: { tell: { url: "https://example.org" } } }\n`),
  spec('NF0109', '{ method: POST }', `${BOSS}${THING}calls: { out: { tell: { method: POST } } }\n`, { key: 'url' }),
  spec('NF0110', 'SEND', `${BOSS}${THING}calls: { out: { tell: { url: x, method: SEND } } }\n`),
  spec('NF0202', 'nme', `${BOSS}${THING}calls: { in: { gate: { creates: thing, map: { nme: = body.name } } } }\n`),
  spec(
    'NF0504',
    'record',
    `${BOSS}${THING}calls: { in: { gate: { creates: thing, map: { name: = record.name } } } }\n`,
  ),
  fields('NF0512', 'record.b', '      a: { type: duration, computed: record.b }\n      b: { type: integer }\n', {
    expected: 'duration',
  }),
  fields(
    'NF0505',
    'cty',
    '      a: { type: object, fields: { city: { type: string } } }\n      b: { type: string, copy: record.a.cty }\n',
  ),
  fields('NF0505', 'nme', '      a: { type: reference, to: user, find: option.nme == "x" }\n'),
  fields('NF0201', 'thng', '      a: { type: reference, to: [thng, user] }\n'),
  spec('NF0312', 'name', `roles: { boss: { thing: { via: name }, runtime: [users] } }\n${THING}`),
  spec('NF0110', 'anybody', `roles: { boss: { thing: { access: anybody }, runtime: [users] } }\n${THING}`),
  spec(
    'NF0505',
    'nme',
    `roles: { boss: { thing: { read: true, fields: { name: { read: filled(record.nme) } } }, runtime: [users] } }\n${THING}`,
  ),
  spec(
    'NF0312',
    'up',
    `${BOSS}entities: { thing: { tree: up, fields: { name: { type: string }, up: { type: reference, to: thing, visible_when: filled(record.name) } } } }\n`,
    { name: 'visible_when' },
  ),
  spec('NF0312', 'name', `${BOSS}entities: { thing: { tree: name, fields: { name: { type: string } } } }\n`),
  spec('NF0202', 'nme', `${BOSS}entities: { thing: { index: [[nme]], fields: { name: { type: string } } } }\n`),
];
