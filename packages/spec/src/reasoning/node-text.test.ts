import { expect, test } from 'vitest';
import { compile } from '../compile.ts';

const SPEC = `ninefold: 1
roles: { boss: { thing: all, user: { read: true }, runtime: [users] } }
entities: { thing: { fields: { size: { type: integer }, owner: { type: reference, to: user } } } }
states:
  thing:
    initial: a
    states: { a: {}, b: { final: true }, c: { final: true } }
    transitions:
      go: { from: a, to: b, by: boss, approvals: { of: 'record.size > 3 ? users_with(boss) : [record.owner]' } }
      stop: { from: a, to: c, by: boss, when: user in record.awaits.go }
`;

test('what cannot be decided is said in words that an author writes', () => {
  const { verdicts } = compile([{ path: 'app.yaml', text: SPEC }]);
  const open = verdicts.find(
    ({ id, params, verdict }) => id === 'NF0410' && params['name'] === 'stop' && verdict === 'undecided',
  );
  expect(open?.reason).toMatchObject({ name: 'of' });
  expect(open?.reason?.expression).toMatch(
    /^user in \(\(record\.size > 3\) \? users_with\(boss\) : \[record\.owner\]\)/,
  );
});
