import fc from 'fast-check';

type Text = fc.Arbitrary<string>;

const pick = (...texts: readonly string[]): Text => fc.constantFrom(...texts);
const flag = (text: string): Text => pick('', text);
/** Nothing, in so many of ten. */
const seldom = (none: number, text: Text): Text =>
  fc.oneof({ weight: none, arbitrary: fc.constant('') }, { weight: 10 - none, arbitrary: text });
const number = fc.integer({ min: 0, max: 6 }).map(String);
const make = (strings: TemplateStringsArray, ...parts: readonly Text[]): Text =>
  fc.tuple(...parts).map((values) => strings.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`));

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Conditions on what is stored with a thing. */
const stored = fc.oneof(
  make`record.size ${pick('>', '<=', '==', '<')} ${number}`,
  make`record.count ${pick('>', '<=', '==')} ${pick('0', '1', '2')}`,
  make`record.load > ${number}`,
  make`record.twice < ${number}`,
  make`record.kind ${pick('==', '!=')} "${pick('low', 'high')}"`,
  make`record.level ${pick('==', '!=')} "${pick('small', 'large')}"`,
  pick('record.done', '!record.done', 'filled(record.first)', 'blank(record.first)', 'filled(record.other)'),
);
const state = make`record.state ${pick('==', '!=')} "${pick('draft', 'sent', 'seen', 'done')}"`;
const clock = pick('record.day < today', 'record.due < now', 'record.due <= now + hours(5)', 'record.day > today');
const behind = pick('record.other.size > 3', 'record.other.done', 'record.owner.rank > 2');
const acting = pick(
  ...['user == record.owner', 'user != record.owner', 'user != record.created_by', 'user == record.first'],
  ...['has_role(user, boss)', 'user in record.did.send', '!(user in record.did.send)', 'user in record.helpers'],
);

const joined = (atom: Text): Text =>
  fc.oneof({ weight: 4, arbitrary: atom }, make`${atom} && ${atom}`, make`${atom} || ${atom}`, make`!(${atom})`);
const guard = joined(fc.oneof({ weight: 3, arbitrary: stored }, acting, clock, behind));
const when = (condition: Text): Text => condition.map((text) => `, when: ${quoted(text)}`);

/** What a thing makes or fires beside itself. */
const thingEffect = fc.oneof(
  make`, create: { job: { about: = record, size: ${pick('= record.size', '2')}${flag(', note: = text(record.kind)')} } }`,
  make`, create: { each: record.helpers, job: { about: = record, size: 1${flag(', who: = each')} } }`,
  pick(
    ', create: { job: { size: 3, note: x } }',
    ', create: [{ job: { note: a } }, { job: { about: = record, note: b } }]',
  ),
  make`, fire: { each: record.jobs, transition: ${pick('start', 'finish')} }`,
  make`, fire: { each: record.other, transition: ${pick('mark', 'back', 'shelve')} }`,
);
const set = pick(
  ...[', set: { count: = record.count + 1 }', ', set: { first: = user }', ', set: { count: 1, done: true }'],
  ...[', set: { size: 0 }', ', set: { first: = record.owner, kind: high }', ', set: { count: = record.size }'],
);
const effects = make`${seldom(6, set)}${seldom(6, thingEffect)}`;

const need = pick('', ', need: any', ', need: 1');
const approvals = fc.oneof(
  make`, approvals: { of: record.helpers${need}${flag(', ordered: true')}${seldom(6, pick(', substitute: approver.deputy'))} }`,
  make`, approvals: { of: users_with(boss)${pick('', ', need: any', ', need: 2')}${flag(', ordered: true')} }`,
  make`, approvals: { of: '[record.owner, record.owner.manager]'${need}${seldom(5, pick(', escalate: { after: = days(1), to: approver.manager }', ', escalate: { after: = hours(5), to: approver.deputy }'))} }`,
);
const timer = fc.oneof(
  make`after: = ${pick('days(1)', 'hours(30)', 'days(limits.wait)')}`,
  make`at: = record.${pick('due', 'day')}`,
);
/** Who or what makes a step. */
const mover = fc.oneof(
  { weight: 4, arbitrary: make`by: ${pick('clerk', 'boss', '[clerk, boss]')}` },
  { weight: 2, arbitrary: timer },
  make`by: ${pick('clerk', 'boss')}${approvals}`,
);
const to = (plain: string): Text =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(plain) },
    stored.map((text) => `[{ to: seen, when: ${quoted(text)} }, ${plain}]`),
    fc.constant('previous'),
  );

const birth = seldom(
  5,
  make`      create: { to: ${fc.oneof(
    pick('draft'),
    stored.map((text) => `[{ to: sent, when: ${quoted(text)} }, draft]`),
  )}, by: clerk${seldom(7, when(stored))}${effects} }
`,
);
const transitions = make`${birth}      send: { from: draft, to: sent, ${mover}${seldom(4, when(guard))}${effects} }
      look: { from: sent, to: ${to('seen')}, ${mover}${seldom(3, when(guard))}${effects} }
      end: { from: ${pick('seen', '[sent, seen]')}, to: done, ${mover}${seldom(2, when(guard))}${effects} }
      back: { from: [sent, seen], to: draft, by: boss${effects} }
      mark: { from: ${pick('any', '[draft, sent]')}, to: ${pick('same', 'seen')}${seldom(6, when(stored))}${seldom(3, set)} }
`;

const level = make`  thing.level:
    states: { small: {}, middle: {}, large: {} }
    derived: [{ state: small, when: ${stored.filter((text) => !text.includes('level')).map(quoted)} }, ${seldom(
      4,
      stored.filter((text) => !text.includes('level')).map((text) => `{ state: middle, when: ${quoted(text)} }, `),
    )}{ state: large }]
`;
/** A further life cycle whose state steps decide. */
const shelf = make`  thing.shelf:
    initial: none
    states: { none: {}, kept: {}, gone: { final: true } }
    transitions: { keep: { from: none, to: kept, ${mover}${seldom(5, when(guard))}${seldom(5, set)} }, shelve: { from: kept, to: gone${pick('', ', by: boss')} } }
`;

const written = pick('set: { count: 2 }', 'set: { done: true }', 'set: { size: 3 }', 'set: { first: = record.owner }');
const doing = fc.oneof(
  { weight: 3, arbitrary: written },
  thingEffect.map((text) => text.slice(2)),
);
const day = pick('days: 1', 'weekday: [mon, fri]', 'month_day: last', 'weekday: tue, nth: 1', 'days: 2');
const reaction = fc.oneof(
  { weight: 2, arbitrary: make`{ when: ${fc.oneof(stored, state).map(quoted)}, ${doing} }` },
  make`{ when: ${clock.map(quoted)}, ${doing} }`,
  make`{ every: { ${day}, at: "08:00" }, when: ${fc
    .oneof(stored, state)
    .filter((text) => !/load/.test(text))
    .map(quoted)}, ${doing} }`,
  make`{ every: { ${day}, at: "${pick('02:30', '09:00', '17:00')}" }, ${doing} }`,
  pick('{ every: { days: 1, at: "06:00" }, once: true, create: { job: { size: 1, note: daily } } }'),
);
const reactions = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  make`    reactions: { turned: ${reaction} }
`,
  make`    reactions:
      first_one: ${reaction}
      second: ${reaction}
`,
);

/** Jobs that people or the application move, or whose state follows from their values. */
const jobs = fc.oneof(
  {
    weight: 3,
    arbitrary: make`  job:
    initial: open
    states: { open: {}, under_way: {}, finished: { final: true } }
    transitions:
      start: { from: open, to: under_way${pick('', ', by: clerk')}${seldom(7, pick(", when: 'record.size > 1'", ", when: 'filled(record.about)'"))} }
      finish: { from: [open, under_way], to: finished, by: clerk${seldom(3, pick(', fire: { each: record.about, transition: mark }', ', fire: { each: record.about, transition: back }', ', create: { thing: { size: = record.size } }', ', create: { thing: { size: 5, other: = record.about } }'))} }
${seldom(6, pick("    reactions: { big: { when: 'record.size > 4', fire: { each: record.about, transition: mark } } }\n", "    reactions: { big: { when: 'record.size > 2', set: { size: 1 } } }\n"))}`,
  },
  make`  job:
    states: { open: {}, under_way: {}, finished: {} }
    derived: [{ state: open, when: record.size < ${number} }, { state: under_way, when: filled(record.note) }, { state: finished }]
    reactions: { start: { when: 'record.state == "finished"', fire: { each: record.about, transition: mark } } }
`,
);

/** What is never to happen, as authors say it; some of it follows from `kept`, the guard of a step. */
const forbidden = fc.oneof(
  make`transition == "${pick('send', 'look', 'end', 'mark', 'keep')}" && ${fc.oneof(stored, acting, clock)}`,
  make`record.state == "${pick('sent', 'seen', 'done')}" && ${stored}`,
  make`record.state == "${pick('seen', 'done')}" && ${pick('size(record.did.look) == 0', 'size(record.did.send) == 0', 'blank(record.first)')}`,
  make`record.level == "${pick('small', 'middle', 'large')}" && ${fc.oneof(stored, state)}`,
  make`record.shelf == "${pick('kept', 'gone')}" && ${fc.oneof(stored, state)}`,
  make`creating && ${fc.oneof(stored, state)}`,
  make`before.level == "${pick('small', 'large')}" && ${pick('record.level == "middle"', 'record.size == 3', 'transition == "mark"')}`,
  pick(
    'record.count < before.count',
    'record.count > 3',
    'before.done && !record.done',
    'before.state == "seen" && record.state == "draft"',
  ),
  pick('record.count != before.count && transition == "look"', 'filled(before.first) && record.first != before.first'),
  make`before.size < ${number} && record.size > 5 && ${state}`,
  make`blank(record.changed_by) && ${pick('record.count == 2', 'record.done', 'record.size == 3', 'filled(record.first)')}`,
);
const forbiddenOfJob = fc.oneof(
  make`record.state == "${pick('under_way', 'finished')}" && ${pick('blank(record.about)', 'record.size < 2', 'record.about.state == "draft"', 'blank(record.note)')}`,
  pick(
    'creating && record.size > 4',
    'creating && blank(record.note)',
    'transition == "finish" && user != record.created_by',
    'record.size < before.size',
  ),
  make`creating && record.state == "${pick('open', 'under_way', 'finished')}" && ${pick('record.size > 3', 'filled(record.who)', 'blank(record.created_by)')}`,
);

const fields = make`      owner: { type: reference, to: user${pick(', default: = user', ', default: = user, required: true, immutable: true', '')} }
      first: { type: reference, to: user, read_only: true }
      helpers: { type: references, to: user }
      other: { type: reference, to: thing${pick('', ', on_delete: clear', ', on_delete: clear', ', on_delete: cascade')} }
      size: { type: integer${flag(', min: 0')}${flag(', max: 9')} }
      count: { type: integer, read_only: true${flag(', default: 0')} }
      kind: { type: choice, options: [low, high]${pick('', ', default: low', ', required: true', ", visible_when: 'record.size > 2'")} }
      done: { type: boolean${flag(', read_only: true')} }
      day: { type: date }
      due: { type: datetime }
      twice: { type: integer, computed: record.size * 2 }
      load: { type: integer, computed: 'sum(record.jobs.map(j, j.size))' }
`;

/** A guard, and promises that follow from it where nothing else moves a thing. */
const guarded = fc.tuple(stored, fc.array(forbidden, { minLength: 3, maxLength: 3 })).map(([kept, others]) => ({
  step: `      close: { from: [draft, sent], to: done, by: clerk, when: ${quoted(kept)} }\n`,
  rules: [`transition == "close" && !(${kept})`, ...others]
    .map((text, index) => `    p${String(index)}: { never: ${quoted(text)} }\n`)
    .join(''),
}));

const rights = make`roles:
  clerk: { members: everyone, thing: { create: true, read: true, update: ${pick('true', "'record.owner == user'", "'!record.done'")} }, job: ${pick('all', '{ read: true }', '{ create: true, read: true }')}, user: { refer: true } }
  boss: { includes: clerk, thing: all, job: all, user: { read: true, grant: [clerk, boss] }, runtime: [users] }
`;

/** A specification in which much moves by itself: effects, reactions, calendars, timers, approvals and derived states. */
export const movingSpecifications: Text = fc
  .tuple(
    make`${rights}limits: { wait: { type: integer, value: 2 } }
entities:
  user: { fields: { manager: { type: reference, to: user }, deputy: { type: reference, to: user }, rank: { type: integer } } }
  job:
    fields:
      about: { type: reference, to: thing, inverse: jobs${pick('', ', on_delete: clear')} }
      size: { type: integer${flag(', min: 1')} }
      note: { type: string${flag(', required: true')} }
      who: { type: reference, to: user${flag(', read_only: true')} }
  thing:
    fields:
${fields}states:
`,
    make`${jobs}${level}${shelf}`,
    make`  thing:
    initial: draft
    states: { draft: {}, sent: {}, seen: {}, done: { ${pick('final: true', 'final: true, locked: true')} } }
${reactions}    transitions:
${transitions}`,
    guarded,
    make`    a: { check: ${pick('record.size < 7', 'record.size >= 0 || blank(record.size)', 'record.count < 5')} }
${seldom(
  6,
  make`    b: { when: ${state.map(quoted)}, check: ${stored.map(quoted)} }
`,
)}`,
    make`  job: { j: { never: ${forbiddenOfJob.map(quoted)} }${seldom(5, pick(", k: { check: 'record.size < 5' }", ", k: { check: 'filled(record.about)' }"))} }
`,
  )
  .map(([head, further, thing, { step, rules }, checks, job]) =>
    firing(['ninefold: 1\n', head, further, thing, step, 'rules:\n  thing:\n', checks, rules, job].join('')),
  );

/** Nothing fires a transition of jobs whose states follow from their values, and no promise names one. */
function firing(text: string): string {
  if (!/  job:\n    states/.test(text)) return text;
  return text
    .replaceAll(/fire: \{ each: record\.jobs[^}]*\}/g, 'create: { job: { size: 6, note: z } }')
    .replace('transition == "finish"', 'record.state == "finished"');
}
