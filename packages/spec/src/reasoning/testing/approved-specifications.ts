import fc from 'fast-check';

const pick = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

const of = pick(
  ...[
    'record.helpers',
    'record.helpers',
    'users_with(boss)',
    'users_with(clerk)',
    'record.owner',
    'record.owner.manager',
  ],
  ...[
    "'[record.owner, record.owner.manager]'",
    "'[record.owner, record.second]'",
    "'[record.second, record.other.owner]'",
  ],
  ...["'[record.owner, record.owner.manager, record.second]'", "'[record.owner, record.owner]'"],
  "'record.size > 3 ? record.owner : record.second'",
  "'record.helpers.filter(h, h != record.owner)'",
  "'record.helpers.filter(h, h.rank > 1)'",
  "'record.size > 3 ? [record.owner, record.second] : [record.owner]'",
  "'[record.owner, record.done ? record.second : record.owner.manager]'",
);
const approvals = fc
  .tuple(
    of,
    pick('', '', ', need: any', ', need: 2', ', need: 2', ', need: 3'),
    pick('', '', ', ordered: true'),
    pick('', '', '', ', substitute: approver.deputy', ', escalate: { after: = days(1), to: approver.manager }'),
  )
  .map((parts) => `, approvals: { of: ${parts.join('')} }`);

const guard = pick(
  ...[
    '',
    '',
    '',
    'record.size > 2',
    'user != record.owner',
    'user == record.owner || record.done',
    'has_role(user, boss)',
  ],
  ...[
    'user.rank > 1',
    'user != record.second',
    'size(record.did.look) == 0',
    '!(user in record.did.send)',
    'filled(record.other)',
  ],
).map((text) => (text === '' ? '' : `, when: '${text}'`));
const set = pick('', '', ', set: { first: = user }', ', set: { size: 4 }', ', set: { done: true }');

const acting = pick(
  ...['user == record.owner', 'user != record.owner', 'user == record.created_by', 'user == record.second'],
  ...[
    'user in record.helpers',
    '!(user in record.helpers)',
    'user in record.did.send',
    'has_role(user, boss)',
    '!has_role(user, boss)',
  ],
);
const stored = pick(
  ...['record.size > 3', 'record.size <= 2', 'record.done', 'blank(record.owner)', 'record.owner == record.second'],
  ...['size(record.helpers) == 1', 'size(record.did.send) == 0', 'size(record.did.send) > 1', 'filled(record.first)'],
  'record.first == record.created_by',
  ...['record.created_by in record.did.send', 'record.owner in record.did.look'],
);
const forbidden = fc.oneof(
  fc
    .tuple(pick('send', 'look', 'end'), fc.oneof(acting, stored))
    .map(([name, text]) => `transition == "${name}" && ${text}`),
  fc.tuple(pick('sent', 'seen', 'done'), stored).map(([state, text]) => `record.state == "${state}" && ${text}`),
);

const step = fc.tuple(
  fc.oneof(approvals, approvals, fc.constant('')),
  guard,
  set,
  pick('clerk', 'boss', '[clerk, boss]'),
);

/** A specification in which several people approve most of the steps. */
export const approvedSpecifications: fc.Arbitrary<string> = fc
  .tuple(
    ...([step, step, step] as const),
    pick('', ', required: true', ', default: = user'),
    pick('true', "'record.owner == user'"),
    fc.array(forbidden, { minLength: 4, maxLength: 4 }),
  )
  .map(([send, look, end, owner, update, promises]) => {
    const moved = ([approved, when, values, by]: typeof send): string => `by: ${by}${approved}${when}${values}`;
    const rules = promises.map((text, index) => `    p${String(index)}: { never: '${text}' }\n`).join('');
    return `ninefold: 1
roles:
  clerk: { members: everyone, thing: { create: true, read: true, update: ${update} }, user: { refer: true } }
  boss: { includes: clerk, thing: all, user: { read: true, grant: [boss] }, runtime: [users] }
entities:
  user: { fields: { manager: { type: reference, to: user }, deputy: { type: reference, to: user }, rank: { type: integer } } }
  thing:
    fields:
      owner: { type: reference, to: user${owner} }
      second: { type: reference, to: user }
      first: { type: reference, to: user, read_only: true }
      helpers: { type: references, to: user }
      other: { type: reference, to: thing }
      size: { type: integer }
      done: { type: boolean }
states:
  thing:
    initial: draft
    states: { draft: {}, sent: {}, seen: {}, done: { final: true } }
    transitions:
      send: { from: draft, to: sent, ${moved(send)} }
      look: { from: sent, to: seen, ${moved(look)} }
      end: { from: [sent, seen], to: done, ${moved(end)} }
      back: { from: [sent, seen], to: draft, by: clerk }
rules:
  thing:
${rules}`;
  });
