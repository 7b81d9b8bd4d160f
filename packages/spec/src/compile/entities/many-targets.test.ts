import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

function compiled(more: string, rest = '') {
  const source = `ninefold: 1
roles: { boss: { ticket: all, team: all, runtime: [users] } }
entities:
  team: { title: name, fields: { name: { type: string } } }
  ticket:
    fields:
      name: { type: string }
      team: { type: reference, to: team }
      teams: { type: references, to: team }
      helper: { type: reference, to: [user, team] }
      helpers: { type: references, to: [user, team] }
      whom: { type: references, to: [user, team]${more} }
${rest}`;
  const { application, issues } = compile([{ path: 'app.yaml', text: source }]);
  const wrong = issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => [id, params['name']]);
  return { fields: application?.model.entities['ticket']?.fields ?? {}, wrong };
}

const parts = (more: string, rest = '') => {
  const { fields, wrong } = compiled(more, rest);
  expect(wrong).toEqual([]);
  return [fields['whom.user'], fields['whom.team']];
};

test('references to several entities have a part for each of them, which is a list', () => {
  expect(parts(', inverse: given, immutable: true')).toMatchObject([
    { type: 'references', to: 'user', alsoTo: ['team'], inverse: 'given', immutable: true },
    { type: 'references', to: 'team', alsoTo: ['user'], inverse: 'given', immutable: true },
  ]);
  expect(parts('')).toMatchObject([{ inverse: 'ticket_by_whom_user' }, { inverse: 'ticket_by_whom_team' }]);
});

test('where something has to be chosen, their first part is asked for while the others are blank', () => {
  expect(parts(', required: true')).toMatchObject([
    { required: false, requiredWhen: { source: 'blank(record.whom)', reads: ['record.whom:team'] } },
    { required: false, requiredWhen: null },
  ]);
});

test('what gives a value gives it to the part of its entity, and a copy leaves the others blank', () => {
  expect(parts(', copy: record.teams')).toMatchObject([
    { copy: { expression: { source: 'null', reads: ['record.teams'] } } },
    { copy: { expression: { source: 'record.teams' } } },
  ]);
  expect(parts(', copy: record.helpers')).toMatchObject([
    { copy: { expression: { source: 'record.helpers.user' } } },
    { copy: { expression: { source: 'record.helpers.team' } } },
  ]);
  expect(parts(', computed: record.teams')).toMatchObject([
    { computed: { expression: { source: 'null' } } },
    { computed: { expression: { source: 'record.teams' } } },
  ]);
  expect(compiled(', default: = user').wrong).toEqual([['NF0512', undefined]]);
  expect(parts(', default: "= [user]"')).toMatchObject([{ default: { source: '[user]' } }, { default: null }]);
  expect(compiled(', copy: record.helper').wrong).toEqual([['NF0523', 'helper']]);
});

test.each([
  ['record.created_by in record.whom', 'record.created_by in record.whom.user'],
  ['record.team in record.whom', 'record.team in record.whom.team'],
  ['record.helper in record.whom', 'record.helper.user in record.whom.user || record.helper.team in record.whom.team'],
  ['record.whom.size() > 1', 'record.whom.user.size() + record.whom.team.size() > 1'],
  ['filled(record.whom)', 'filled(record.whom.user) || filled(record.whom.team)'],
  ['blank(record.whom)', 'blank(record.whom.user) && blank(record.whom.team)'],
])('%s means %s', (written, meant) => {
  const rule = (check: string) => {
    const { application, issues } = compile([
      {
        path: 'app.yaml',
        text: `ninefold: 1
roles: { boss: { ticket: all, team: all, runtime: [users] } }
entities:
  team: { title: name, fields: { name: { type: string } } }
  ticket:
    fields:
      team: { type: reference, to: team }
      helper: { type: reference, to: [user, team] }
      whom: { type: references, to: [user, team] }
      is: { type: boolean, computed: "${check}" }
`,
      },
    ]);
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    return application?.model.entities['ticket']?.fields['is']?.computed?.expression;
  };
  const [found, expected] = [rule(written), rule(meant)];
  expect(found?.tree).toEqual(expected?.tree);
  expect(found?.reads.toSorted()).toEqual(expected?.reads.toSorted());
});

test.each([
  [', min: 1, max: 3, search: true, example: x', ['min', 'max', 'search', 'example']],
  [', unique: true, index: true', ['unique', 'index']],
])('%s is refused', (more, keys) => {
  expect(compiled(more).wrong.toSorted()).toEqual(keys.map((key) => ['NF0317', key]).toSorted());
});

test('what is about no part is refused', () => {
  const rule = (condition: string) =>
    compiled('', `rules: { ticket: { r: { never: ${condition}, message: No } } }`).wrong;
  expect(rule('record.name in record.whom')).not.toEqual([]);
  expect(rule('record.whom == null')).not.toEqual([]);
  expect(rule('record.team == record.whom')).not.toEqual([]);
  expect(rule('record.helper.size() > 0')).not.toEqual([]);
});
