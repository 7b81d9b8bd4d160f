import { expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import type { Entity } from '@ninefold/model';
import { waitingWays } from './waiting-rows.ts';

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

/** Each way as `state`, with the source of its condition behind a colon. */
function waysOf(roles: readonly string[]): readonly string[] {
  return waitingWays(job, roles).map(({ state, guard }) => (guard === null ? state : `${state}: ${guard.source}`));
}

test.each<readonly [string, readonly string[], readonly string[]]>([
  [
    'steps with their conditions',
    ['helper'],
    ['asked', 'asked: filled(record.helper)', 'taken: record.helper == user'],
  ],
  ['another role, other steps', ['boss'], ['taken', 'kept']],
  ['a step whose dialog asks for what its condition reads', ['teller'], ['kept']],
  ['no step at all', ['nobody'], []],
])('%s', (_, roles, ways) => {
  expect(waysOf(roles)).toEqual(ways);
});

test('an entity without a life cycle waits for nobody', () => {
  expect(waitingWays({ ...job, lifecycle: null }, ['helper'])).toEqual([]);
});
