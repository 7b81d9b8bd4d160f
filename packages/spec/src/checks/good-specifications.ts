import { BOSS, LIFE, THING } from './bad-specification.ts';

const HEAD = 'ninefold: 1\n';
const STEPS = `${LIFE}    states: { a: {}, b: { final: true }, c: { final: true } }\n    transitions:\n`;

/** A specification that comes near what a check finds, and that it must leave alone. */
export interface GoodSpecification {
  /** The checks that must be silent. */
  readonly ids: readonly string[];
  readonly text: string;
}

function good(ids: readonly string[], text: string): GoodSpecification {
  return { ids, text: HEAD + text };
}

function step(ids: readonly string[], text: string): GoodSpecification {
  return good(ids, `${STEPS}      go: ${text}\n      on: { from: a, to: c, by: boss }\n`);
}

function rules(ids: readonly string[], text: string): GoodSpecification {
  return good(ids, `${BOSS}${THING}rules:\n  thing:\n${text}`);
}

/** One for each way in which reasoning could say too much. */
export const GOOD_SPECIFICATIONS: readonly GoodSpecification[] = [
  good(
    ['NF0528'],
    `purpose: { currency: EUR }\n${BOSS}limits: { top: { type: money, value: 5 } }\nentities:\n  thing:\n    fields:\n${[
      '      a: { type: money, min: 0, max: = limits.top }',
      '      b: { type: money, currency: JPY, computed: "convert(record.a, 160.5, JPY)" }',
      '      ratio: { type: number, computed: record.a / record.b }',
      '      same: { type: boolean, computed: "amount(record.a) == amount(record.b) || record.a > 3 || record.b == null" }',
      '      most: { type: money, computed: "max(record.a * 2, -record.a, 7, limits.top)" }',
      '      all: { type: money, computed: "sum(record.rows.map(r, r.qty * r.price)) + avg([record.a, 1])" }',
      '      rows: { type: lines, fields: { qty: { type: integer }, price: { type: money } } }',
    ].join('\n')}\n`,
  ),
  step(['NF0410', 'NF0411'], '{ from: a, to: b, by: boss, when: record.size > 3 && record.size < 5 }'),
  step(['NF0410', 'NF0411'], '{ from: a, to: b, by: boss, when: record.size > 3 }'),
  step(
    ['NF0410', 'NF0411'],
    '{ from: a, to: b, by: boss, when: \'record.name.contains("x") && record.name.size() < 1\' }',
  ), // not decided
  step(['NF0410'], '{ from: a, to: b, by: boss, when: record.name < "b" }'),
  step(['NF0411'], '{ from: a, to: b, by: boss, when: user != record.created_by }'),
  step(['NF0411'], '{ from: a, to: b, by: boss, when: record.size < 3 || record.size >= 3 }'), // a blank is neither
  step(['NF0527'], '{ from: a, to: b, by: boss, when: "filled(record.size) && !(record.size > 3)" }'),
  good(
    ['NF0412'],
    `${STEPS}      go: { from: a, to: b, after: = days(3), when: record.size > 3 }\n      other: { from: a, to: c, after: = days(3), when: record.size <= 3 }\n`,
  ),
  good(
    ['NF0412'],
    `${STEPS}      go: { from: a, to: b, after: = days(3) }\n      other: { from: a, to: c, after: = days(5) }\n`,
  ),
  good(
    ['NF0322', 'NF0323', 'NF0901'],
    `roles: { boss: { was: chief, runtime: [users], thing: all } }\nentities: { thing: { was: item, dropped: [old], fields: { a: { type: string, was: b }, b: { type: choice, was: a, dropped: [gone], options: { x: { was: y }, y: { was: x } } }, rows: { type: lines, fields: { c: { type: string, was: d } } } } } }\nstates: { thing: { initial: new, dropped: [lost], states: { new: { was: fresh }, end: { final: true } }, transitions: { stop: { was: close, from: new, to: end, by: boss } } } }\n`,
  ),
  good(
    ['NF0413'],
    `${BOSS}${THING}states: { thing: { states: { a: {}, b: {} }, derived: [{ state: a, when: record.size < 3 }, { state: b, when: record.size < 4 }, { state: a }] } }\n`,
  ),
  rules(
    ['NF0603', 'NF0604', 'NF0605'],
    '    s: { check: record.size > 5 }\n    r: { when: record.name == "x", check: record.size < 7 }\n',
  ),
  rules(
    ['NF0604'],
    '    s: { when: record.name == "y", check: record.size > 5 }\n    r: { when: record.name == "x", check: record.size < 4 }\n',
  ),
  rules(['NF0604'], '    s: { severity: warning, check: record.size > 5 }\n    r: { check: record.size < 4 }\n'),
  good(
    ['NF0605'],
    `${BOSS}entities: { thing: { fields: { size: { type: integer, required: true, max: 10 } } } }\nrules: { thing: { r: { check: record.size >= 10 } } }\n`,
  ),
  good(
    ['NF0606', 'NF0607', 'NF0608'],
    `roles: { clerk: { runtime: [users], loan: { create: true, read: true } } }
entities: { loan: { fields: { borrower: { type: reference, to: user } } } }
states:
  loan:
    initial: asked
    states: { asked: {}, lent: { final: true } }
    transitions: { approve: { from: asked, to: lent, by: clerk, when: user != record.borrower } }
rules: { loan: { r: { never: transition == "approve" && user == record.borrower } } }
`,
  ),
  good(
    ['NF0606', 'NF0607'], // the rows that the role reads are never his own
    `roles: { clerk: { runtime: [users], loan: { create: true, read: record.borrower != user } } }
entities: { loan: { fields: { borrower: { type: reference, to: user } } } }
states:
  loan:
    initial: asked
    states: { asked: {}, lent: { final: true } }
    transitions: { approve: { from: asked, to: lent, by: clerk } }
rules: { loan: { r: { never: transition == "approve" && user == record.borrower } } }
`,
  ),
  good(
    ['NF0318'], // it is written before the state is entered
    `roles: { boss: { thing: { read: true, create: true, update: record.state == "a" }, runtime: [users] } }\nentities: { thing: { fields: { name: { type: string, required_when: record.state == "b" } } } }\nstates: { thing: { initial: a, states: { a: {}, b: { final: true, locked: true } }, transitions: { go: { from: a, to: b, by: boss } } } }\n`,
  ),
  good(
    ['NF0707'],
    `roles: { boss: { thing: { read: true, create: true }, runtime: [users] } }\nentities: { thing: { fields: { up: { type: reference, to: other_thing }, copied: { type: string, copy: record.up.word, discloses: true } } }, other_thing: { fields: { word: { type: string } } } }\n`,
  ),
  good(
    ['NF0707', 'NF0713'],
    `roles: { boss: { thing: { read: record.up.owner == user, create: true }, part: { read: record.owner == user, create: true }, runtime: [users] } }\nentities: { thing: { fields: { up: { type: reference, to: part }, copied: { type: string, computed: record.up.word } } }, part: { fields: { word: { type: string }, owner: { type: reference, to: user } } } }\n`,
  ),
  good(
    ['NF0709'],
    `roles: { boss: { thing: all, runtime: [users] }, guest: { members: public, thing: { read: true } } }\n${THING}`,
  ),
  good(
    ['NF0313', 'NF0317', 'NF0321'],
    `${STEPS}      go: { from: a, to: b, by: boss }\n      on: { from: a, to: c, by: boss }\n`.replace(
      'thing: {',
      'thing: { index: [[state, size], [name, created_at]], unique: [{ fields: [name], when: \'record.size in [1, 2] && !(record.state == "b") || blank(record.size)\' }],',
    ),
  ),
  good(
    ['NF0710'],
    `roles: { boss: { thing: { read: record.size > 3 }, runtime: [users] } }\n${THING.replace('thing: {', 'thing: { index: [[size, name]],')}`,
  ),
  good(['NF0710'], `roles: { boss: { thing: { read: record.created_by == user }, runtime: [users] } }\n${THING}`),
];
