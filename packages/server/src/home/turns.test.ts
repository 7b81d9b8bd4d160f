import { turnsOf, type Entity } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { expect, test } from 'vitest';

const TEXT = `ninefold: 1
entities:
  job:
    title: name
    fields:
      name: { type: string }
      helper: { type: reference, to: user }
      author: { type: reference, to: user }
      watchers: { type: references, to: user }
states:
  job:
    initial: asked
    states:
      asked: { kind: waiting }
      taken: { kind: active }
      answer: { kind: waiting }
      checked: { kind: review }
      settled: { kind: done }
      done: { kind: done, final: true }
      refused: { kind: rejected, final: true }
      dropped: { kind: cancelled, final: true }
    transitions:
      claim: { from: asked, to: taken, by: helper, when: filled(record.name), set: { helper: = user } }
      refuse: { from: [asked, checked], to: refused, by: boss }
      drop: { from: any, to: dropped, by: helper }
      note: { from: taken, to: same, by: helper }
      again: { from: taken, to: asked, by: [helper, boss], optional: true }
      finish: { from: taken, to: checked, by: helper }
      sign: { from: taken, to: done, by: boss }
      check: { from: checked, to: settled, by: helper, when: user != record.helper }
      ask: { from: taken, to: answer, by: helper, optional: true }
      reply: { from: answer, to: taken, by: asker, when: 'record.author == user || user in record.watchers || has_role(user, boss)' }
      solve: { from: answer, to: done, by: helper, when: filled(record.name), asks: [name] }
      tell: { from: settled, to: done, by: asker, when: record.author == user }
      file: { from: settled, to: done, by: [helper, boss], when: user != record.helper }
      store: { from: settled, to: done, by: boss }
roles:
  helper: { job: { read: true, update: true } }
  asker: { job: { read: true } }
  boss: { job: { read: true } }
`;

function jobOf(text: string): Entity {
  const { application, issues } = compile([{ path: 'app.yaml', text }]);
  const job = application?.model.entities['job'];
  if (!job) throw new Error(JSON.stringify(issues));
  return job;
}

/** Each turn as `state`, with the number of its conditions behind a colon. */
function turns(roles: readonly string[], text = TEXT): readonly string[] {
  return turnsOf(jobOf(text), roles).map(({ state, conditions }) => [state, String(conditions.length)].join(': '));
}

test.each<readonly [string, readonly string[], readonly string[]]>([
  // claim by its guard; finish while nobody else has taken it; check by its guard; solve while nobody is named; file by its guard.
  ['who takes records on', ['helper'], ['asked: 1', 'taken: 1', 'checked: 1', 'answer: 2', 'settled: 1']],
  ['whom guards name, beside a role that lets them pass', ['asker'], ['answer: 2', 'settled: 2']],
  ['a role by which nobody takes records on has no work that is under way', ['boss'], ['settled: 1']],
  ['no step at all', ['nobody'], []],
])('%s', (_, roles, expected) => {
  expect(turns(roles)).toEqual(expected);
});

test('where nobody can take records on, work that is under way waits for nobody, and what has not begun for everybody', () => {
  const text = TEXT.replace(', set: { helper: = user }', '');
  expect(turns(['helper'], text)).toEqual(['asked: 1', 'checked: 1', 'answer: 2']);
});

test('a guard that asks whose approval is awaited gives nobody the turn: the approval does, also by turns', () => {
  const approved = TEXT.replace(
    'check: { from: checked, to: settled, by: helper, when: user != record.helper }',
    `check: { from: checked, to: settled, by: helper, approvals: { of: record.watchers, ordered: true } }
      send_back: { from: checked, to: taken, by: boss, when: user in record.awaits.check }`,
  );
  expect(turns(['helper'], approved)).toContain('checked: 1');
  expect(turns(['boss'], approved)).toEqual(['settled: 1']);
  const named = approved.replace('record.awaits.check', 'record.awaits.check || user == record.author');
  expect(turns(['boss'], named)).toEqual(['checked: 2', 'settled: 1']);
  const others = approved.replace('user in record.awaits.check', '!(user in record.awaits.check)');
  expect(turns(['boss'], others.replaceAll('when: !', "when: '!").replaceAll('check) }', "check)' }"))).toContain(
    'checked: 1',
  );
});

test('an entity without a life cycle waits for nobody', () => {
  expect(turnsOf({ ...jobOf(TEXT), lifecycle: null }, ['helper'])).toEqual([]);
});
