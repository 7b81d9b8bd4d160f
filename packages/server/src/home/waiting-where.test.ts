import { expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import type { Entity } from '@ninefold/model';
import { waitingWhere } from './waiting-where.ts';

const TEXT = `ninefold: 1
entities:
  job:
    title: name
    fields:
      name: { type: string }
      helper: { type: reference, to: user }
states:
  job:
    initial: asked
    states:
      asked: { kind: waiting }
      taken: { kind: active }
      kept: { kind: active }
      done: { kind: done, final: true }
      dropped: { kind: cancelled, final: true }
    transitions:
      take: { from: asked, to: taken, by: helper }
      claim: { from: asked, to: taken, by: helper, when: filled(record.helper) }
      finish: { from: taken, to: done, by: helper, when: record.helper == user }
      keep: { from: taken, to: kept, by: boss }
      close: { from: kept, to: done, by: boss }
      drop: { from: any, to: dropped, by: helper }
      note: { from: kept, to: same, by: helper }
      again: { from: taken, to: asked, by: [helper, boss], optional: true }
      tell: { from: kept, to: done, by: teller, when: filled(record.name), asks: [name] }
roles:
  helper: { job: { read: true } }
  boss: { job: { read: true } }
  teller: { job: { read: true, update: true } }
`;

const { application, issues } = compile([{ path: 'app.yaml', text: TEXT }]);
const job = application?.model.entities['job'] as Entity;

test('the specification of this test is sound', () => {
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each([
  [
    'steps with their guards; a state with a free step needs none',
    ['helper'],
    true,
    '(record.state in ["asked"]) || (record.state in ["taken"] && (record.helper == user))',
  ],
  ['by state alone', ['helper'], false, '(record.state in ["asked","taken"])'],
  ['another role, other steps', ['boss'], true, '(record.state in ["taken","kept"])'],
  ['a step whose dialog asks for what its guard reads', ['teller'], true, '(record.state in ["kept"])'],
  ['no step at all', ['nobody'], true, null],
])('%s', (_, roles, guards, where) => {
  expect(waitingWhere(job, roles, guards)).toBe(where);
});

test('an entity without a life cycle waits for nobody', () => {
  expect(waitingWhere({ ...job, lifecycle: null }, ['helper'], true)).toBeNull();
});
