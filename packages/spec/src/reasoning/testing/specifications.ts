import fc from 'fast-check';

type Text = fc.Arbitrary<string>;

const pick = (...texts: readonly string[]): Text => fc.constantFrom(...texts);
const flag = (text: string): Text => pick('', text);
const number = fc.integer({ min: 0, max: 9 }).map(String);
const make = (strings: TemplateStringsArray, ...parts: readonly Text[]): Text =>
  fc.tuple(...parts).map((values) => strings.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`));

/** What conditions of real specifications ask of the record alone. */
const own = fc.oneof(
  make`record.size ${pick('>', '<=', '==', '<')} ${number}`,
  make`record.kind ${pick('==', '!=')} "${pick('low', 'mid', 'high')}"`,
  pick('record.kind in ["low", "mid"]', 'record.done', '!record.done', 'filled(record.part)', 'blank(record.day)'),
  make`record.day ${pick('<', '>=', '<=')} today`,
  make`record.day <= today + days(${number})`,
  make`record.due < now + hours(${number})`,
  make`record.twice > ${number}`,
  make`record.cost > ${pick('limits.most', '100', '0')}`,
  pick(
    'record.word == "x"',
    'size(record.word) > 3',
    'contains(record.word, "x")',
    'starts_with(lower(record.word), "u")',
  ),
  pick(
    'record.total > limits.most',
    'record.total > record.cost',
    'record.rows.exists(r, r.qty > 2)',
    'size(record.rows) > 0',
  ),
  pick(
    'record.part.open',
    'record.part.kind == "low"',
    'record.part.size > record.size',
    'record.late',
    'record.due > now',
  ),
  pick('record.part.double > 4', 'record.part.double == record.size', 'record.owner.rank > 2'),
  pick('record.part.load > 5', 'record.part.load == 0', 'size(record.part.things) < 2'),
);

/** What they ask of the one who acts. */
const acting = fc.oneof(
  pick('record.owner == user', 'user != record.owner', 'record.team == user.team', 'record.team.lead == user'),
  pick('record.part.owner == user', 'user in record.watchers', 'has_role(user, boss)', 'has_role(user, clerk)'),
  pick('record.owner.manager == user', 'user.level > record.size', 'record.created_by == user', 'record.first != user'),
);
const state = make`record.state ${pick('==', '!=')} "${pick('draft', 'sent', 'seen', 'done')}"`;
const fired = pick('user in record.did.look', '!(user in record.did.send)', 'user in record.did.send');

const joined = (atom: Text): Text =>
  fc.oneof(
    { weight: 3, arbitrary: atom },
    { weight: 2, arbitrary: make`${atom} && ${atom}` },
    make`${atom} || ${atom}`,
    make`!(${atom}) && ${atom}`,
    make`(${atom} || ${atom}) && ${atom}`,
  );
const row = joined(fc.oneof(own, acting, acting, state)).filter((text) => !/rows|total|did\./.test(text));
const rows = fc.oneof(fc.constant('true'), row.map(quoted));
/** Conditions on the rows of `part`. */
const partRow = joined(
  fc.oneof(
    pick('record.owner == user', 'record.team == user.team', 'record.open', 'record.kind == "low"', 'record.size > 3'),
    pick('record.state == "live"', 'record.state != "draft"', 'record.team.lead == user', 'has_role(user, boss)'),
  ),
);
const partRows = fc.oneof(fc.constant('true'), partRow.map(quoted));
const guard = joined(fc.oneof(own, acting, acting, fired));
/** What a timer asks, of nobody as a rule. */
const timedGuard = fc.oneof(
  fc.constant(''),
  fc.oneof({ weight: 3, arbitrary: joined(own) }, guard).map((text) => `, when: ${quoted(text)}`),
);
const check = joined(own);
const applies = joined(
  fc.oneof(own, pick('creating', 'transition == "send"', 'record.size != before.size', 'before.twice > record.size')),
);
const forbidden = fc.oneof(
  make`transition == "${pick('send', 'look', 'end')}" && user == record.${pick('owner', 'first', 'created_by')}`,
  make`transition == "end" && ${fc.oneof(acting, fired)}`,
  make`record.state == "${pick('done', 'seen')}" && ${own}`,
  make`transition == "end" && user == record.first && ${own}`,
  make`record.state == "${pick('draft', 'sent', 'seen')}" && before.${pick('twice', 'size')} ${pick('>', '<')} ${number} && ${own}`,
  pick('record.size < before.size', 'record.part != before.part', 'record.part.double < before.part.double'),
  pick('transition == "look" && before.first != user', 'record.team != before.team', 'before.late && !record.late'),
);

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const fields = make`      owner: { type: reference, to: user, required: true, default: = user${flag(', immutable: true')} }
      first: { type: reference, to: user${flag(', read_only: true')} }
      watchers: { type: references, to: user }
      part: { type: reference, to: part, inverse: things${flag(', immutable: true')}${flag(', required: true')}${pick('', ", where: 'option.open'", ', where: \'option.state == "live"\'', ", where: 'option.owner == record.owner'")} }
      team: { type: reference, to: team${pick('', ', copy: record.part.team', ', copy: record.part.team, read_only: true', ', copy: record.owner.team, read_only: true')} }
      size: { type: integer${flag(', min: 0')}${flag(', max: 20')} }
      cost: { type: money, min: 0 }
      kind: { type: choice, options: [low, mid, high]${flag(', required: true')} }
      word: { type: string${flag(', max: 20')}${flag(', required: true')} }
      done: { type: boolean }
      day: { type: date${flag(', required: true')} }
      due: { type: datetime }
      rows: { type: lines, fields: { qty: { type: integer, min: 0 } } }
      twice: { type: integer, computed: record.size * 2 }
      late: { type: boolean, computed: record.day < today }
      total: { type: integer, computed: 'sum(record.rows.map(r, r.qty))' }
      secret: { type: string${flag(', closed: true')} }
      told: { type: string, ${pick('computed', 'copy')}: record.part.word }
      seen: { type: integer, computed: record.part.size + 1${flag(', discloses: true')} }
      solution: { type: text, required_when: ${state.map(quoted)} }
`;

const part = make`  part:
    fields:
      owner: { type: reference, to: user${flag(', immutable: true, required: true')} }
      team: { type: reference, to: team${flag(', immutable: true, required: true')} }
      open: { type: boolean${flag(', immutable: true')} }
      kind: { type: choice, options: [low, mid, high] }
      size: { type: integer }
      word: { type: string }
      double: { type: integer, computed: record.size * 2 }
      load: { type: integer, computed: 'sum(record.things.map(t, t.size))', discloses: true }
`;

/** One state, or the first of a list whose condition holds. */
const lookingTo = fc.oneof(
  { weight: 2, arbitrary: fc.constant('seen') },
  make`[{ to: ${pick('done', 'sent', 'draft')}, when: ${guard.map(quoted)} }, seen]`,
  make`[{ to: done, when: ${guard.map(quoted)} }, { to: seen, when: ${own.map(quoted)} }]`,
);
const look = make`      look: { from: sent, to: ${lookingTo}, by: ${pick('boss', 'clerk', '[boss, auditor]')}, when: ${guard.map(quoted)}, set: { first: = user } }
`;
const end = make`      end: { from: ${pick('seen', '[sent, seen]')}, to: done, by: ${pick('boss', 'auditor', '[clerk, boss]')}, when: ${guard.map(quoted)} }
`;
/** The same by timers, of which each state has one. */
const timedLook = make`      look: { from: sent, to: seen, at: = record.${pick('due', 'day')}${timedGuard}, set: { first: = ${pick('user', 'record.owner')} } }
`;
const timedEnd = make`      end: { from: seen, to: done, after: = ${pick('days(2)', 'hours(30)', 'days(limits.wait)')}${timedGuard} }
`;
/** A new record may be somewhere else than at the beginning. */
const born = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  make`      create: { to: [{ to: ${pick('sent', 'seen', 'done')}, when: ${own.map(quoted)} }, draft], by: [clerk, boss] }
`,
);
const transitions = make`${born}      send: { from: draft, to: sent, by: ${pick('clerk', '[clerk, boss]')}, when: ${guard.map(quoted)} }
${fc.oneof({ weight: 2, arbitrary: look }, timedLook)}${fc.oneof(end, timedEnd)}      back: { from: [sent, seen], to: ${pick('draft', 'draft', 'previous')}, by: boss }
`;

/** What writes to a record set off: it writes once more what conditions read. */
const reactions = make`    reactions:
      over: { when: ${own.filter((text) => !/now|today|late|record\.\w+\./.test(text)).map(quoted)}, set: { ${pick('done: true', 'size: 3', 'cost: 7', 'first: = record.owner', 'word: xx')} } }
`;

const rules = make`    a: { check: ${check.map(quoted)} }
    b: { when: ${applies.map(quoted)}, check: ${check.map(quoted)} }
    c: { when: ${applies.map(quoted)}, reject_when: ${check.map(quoted)} }
    p: { never: ${forbidden.map(quoted)} }
    q: { never: ${forbidden.map(quoted)} }
`;

/** A specification of middle size as its YAML, with the conditions that authors write. */
export const specifications: Text = make`ninefold: 1
purpose: { currency: EUR }
limits: { most: { type: integer, value: 50 }, wait: { type: integer, value: 3 } }
entities:
  user: { fields: { team: { type: reference, to: team }, manager: { type: reference, to: user }, level: { type: integer }, rank: { type: integer, computed: record.level + 1 } } }
  team: { fields: { name: { type: string }, lead: { type: reference, to: user } } }
${part}  thing:
    fields:
${fields}states:
  part:
    initial: draft
    states: { draft: {}, live: {}, gone: { final: true } }
    transitions: { start: { from: draft, to: live, by: boss }, stop: { from: live, to: gone, by: boss } }
  thing:
    initial: draft
    states: { draft: {}, sent: {}, seen: {}, done: { final: true${flag(', locked: true')} } }
    transitions:
${transitions}${fc.oneof({ weight: 3, arbitrary: fc.constant('') }, reactions)}rules:
  thing:
${rules}roles:
  clerk: { members: everyone, thing: { create: ${rows}, read: ${rows}, update: ${rows}${flag(', fields: { first: read }')} }, part: { read: ${partRows} }, team: { read: true }, user: { refer: true } }
  auditor: { thing: { read: ${rows}${flag(', fields: { cost: none }')} }, part: { read: ${partRows}${flag(', fields: { word: none }')} }${flag(', apart: [boss]')} }
  boss: { includes: clerk, thing: { read: true, update: ${rows} }, part: all, user: { read: true, grant: [clerk, auditor, boss] }, runtime: [users] }
  keeper: { part: { create: true, read: true, update: ${partRows} } }
  guest: { thing: { read: ${rows} } }
`;
