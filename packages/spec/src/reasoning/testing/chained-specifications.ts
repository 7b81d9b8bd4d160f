import fc from 'fast-check';

type Text = fc.Arbitrary<string>;

const pick = (...texts: readonly string[]): Text => fc.constantFrom(...texts);
const make = (strings: TemplateStringsArray, ...parts: readonly Text[]): Text =>
  fc.tuple(...parts).map((values) => strings.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`));

const number = pick('2', '3', '5');
const ofOrder = make`record.${pick('size', 'kept')} ${pick('>', '<=', '==')} ${number}`;
const ofJob = fc.oneof(
  make`record.size ${pick('>', '<', '==')} ${number}`,
  pick('filled(record.about)', '!record.urgent'),
);
const behind = fc.oneof(make`record.about.size ${pick('>', '<=')} ${number}`, pick('filled(record.about.owner)'));
const when = (condition: Text): Text =>
  fc.oneof(
    fc.constant(''),
    condition.map((text) => `, when: '${text}'`),
  );

/** What only tells of a step stands before what it does, or does not. */
const telling = (person: string): Text => pick('', '', `, notify: { to: ${person}, by: inbox }`);

const approvals = pick(
  '',
  '',
  ', approvals: { of: users_with(boss) }',
  ', approvals: { of: users_with(clerk), need: 2 }',
  ', approvals: { of: record.owner }',
  ", approvals: { of: '[record.owner, record.owner.manager]' }",
);

/** What the promises of orders are about: states that only a job brings them to, and what is written there. */
const ofOrders = fc.oneof(
  make`transition == "mark" && ${fc.oneof(ofOrder, pick('blank(record.owner)', 'record.owner == record.created_by'))}`,
  make`record.state == "marked" && ${fc.oneof(ofOrder, pick('filled(record.owner)', 'blank(record.number)'))}`,
  make`transition == "close" && ${fc.oneof(ofOrder, pick('blank(record.owner)', 'record.kept == 3', 'user == record.owner'))}`,
);
/** Of jobs: what those that an order makes are like, and come to be like. */
const ofJobs = fc.oneof(
  make`creating && ${ofJob}`,
  make`transition == "${pick('start', 'finish')}" && ${fc.oneof(ofJob, behind, pick('user == record.created_by', 'blank(record.created_by)'))}`,
  make`record.state == "ended" && ${fc.oneof(ofJob, behind)}`,
);

/** A specification in which orders make jobs, jobs move orders on, and tasks move jobs: effects one after the other. */
export const chainedSpecifications: Text = make`ninefold: 1
roles:
  clerk: { members: everyone, order: { create: true, read: true, update: ${pick('true', "'record.owner == user'")} }, job: ${pick('{ read: true }', '{ create: true, read: true, update: true }')}, task: { create: true, read: true }, user: { refer: true } }
  boss: { includes: clerk, runtime: [users] }
entities:
  user: { fields: { manager: { type: reference, to: user } } }
  task: { fields: { of: { type: reference, to: job } } }
  job:
    fields:
      about: { type: reference, to: order, inverse: jobs }
      size: { type: integer }
      urgent: { type: boolean }
  order:
    fields:
      owner: { type: reference, to: user }
      size: { type: integer${pick('', ', min: 1')} }
      kept: { type: integer, read_only: true }
      number: { type: sequence, pattern: "N-{000}"${pick('', ', given: send', ', given: close')} }
states:
  task: { initial: open, states: { open: {}, closed: { final: true } }, transitions: { close: { from: open, to: closed, by: clerk, fire: { each: record.of, transition: finish } } } }
  job:
    initial: waiting
    states: { waiting: {}, begun: {}, ended: { final: true } }
    transitions:
      start: { from: waiting, to: begun, by: ${pick('clerk', 'boss')}${when(ofJob)} }
      finish: { from: ${pick('waiting', 'begun', '[waiting, begun]')}, to: ended${pick('', ', by: clerk', ', by: boss')}${when(fc.oneof(ofJob, behind))}${telling('record.about.owner')}, fire: { each: record.about, transition: mark } }
  order:
    initial: open
    states: { open: {}, sent: {}, marked: {}, closed: { final: true } }
    transitions:
      send: { from: open, to: sent, by: clerk${approvals}${when(ofOrder)}${telling('record.owner')}, create: { job: { about: = record, size: ${pick('= record.size', '3')} } } }
      mark: { from: ${pick('sent', '[open, sent]')}, to: marked${pick('', ', by: boss')}${when(ofOrder)}, set: { kept: ${pick('3', '= record.size')} } }
      close: { from: marked, to: closed, by: clerk${approvals}${when(ofOrder)} }
rules:
  order: { p: { never: '${ofOrders}' }, q: { never: '${ofOrders}' } }
  job: { r: { never: '${ofJobs}' }, s: { never: '${ofJobs}' } }
`;
