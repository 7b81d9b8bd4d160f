import { expect, test } from 'vitest';
import { compile } from '../../compile.ts';

function compiled(whom: string, rest = '') {
  const source = `ninefold: 1
roles: { boss: { ticket: all, team: all, runtime: [users] } }
entities:
  team: { title: name, fields: { name: { type: string }, user: { type: reference, to: user } } }
  ticket:
    fields:
      name: { type: string }
      team: { type: reference, to: team }
      helper: { type: reference, to: [user, team] }
      whom: { type: reference, to: [user, team]${whom} }
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

test('a reference to one of several entities has a part for each of them, which knows the others', () => {
  expect(parts(', on_delete: clear, immutable: true, inverse: given')).toMatchObject([
    { type: 'reference', to: 'user', alsoTo: ['team'], inverse: 'given', onDelete: 'clear', immutable: true },
    { type: 'reference', to: 'team', alsoTo: ['user'], inverse: 'given', onDelete: 'clear', immutable: true },
  ]);
  expect(parts('')).toMatchObject([{ inverse: 'ticket_by_whom_user' }, { inverse: 'ticket_by_whom_team' }]);
});

test('its condition holds for each of the entities, and reads what all of them have', () => {
  expect(parts(', where: option.name != "x"').map((part) => part && 'where' in part && part.where?.source)).toEqual([
    ...['option.name != "x"', 'option.name != "x"'],
  ]);
  expect(compiled(', where: option.email != "x"').wrong).toEqual([['NF0505', 'email']]);
});

test('where it has to be filled, its first part is asked for while the others are blank', () => {
  expect(parts(', required: true')).toMatchObject([
    { required: false, requiredWhen: { source: 'blank(record.whom)', reads: ['record.whom:team'] } },
    { required: false, requiredWhen: null },
  ]);
  expect(parts(', required_when: filled(record.name)')).toMatchObject([
    { requiredWhen: { source: '(filled(record.name)) && (blank(record.whom))' } },
    { requiredWhen: null },
  ]);
});

test('what gives a value gives it to the part of its entity, and a copy leaves the others blank', () => {
  expect(parts(', default: = user')).toMatchObject([{ default: { source: 'user' } }, { default: null }]);
  expect(parts(', copy: record.team')).toMatchObject([
    { copy: { expression: { source: 'null', reads: ['record.team'] } } },
    { copy: { expression: { source: 'record.team' } } },
  ]);
  expect(parts(', copy: record.helper')).toMatchObject([
    { copy: { expression: { source: 'record.helper.user', reads: ['record.helper:user'] } } },
    { copy: { expression: { source: 'record.helper.team' } } },
  ]);
  expect(parts(', computed: record.team.user')).toMatchObject([
    { computed: { expression: { source: 'record.team.user' } } },
    { computed: { expression: { source: 'null' } } },
  ]);
});

test('what names no record of its entities is refused, and what needs one entity', () => {
  expect(compiled(', default: Ada').wrong).toEqual([['NF0315', 'Ada']]);
  expect(compiled(', default: = record').wrong).toEqual([['NF0512', undefined]]);
  expect(compiled(', copy: record.nobody').wrong).toEqual([['NF0505', 'nobody']]);
  expect(compiled(', find: option.name == record.name').wrong).toEqual([['NF0317', 'find']]);
});

test('it is compared with records of its entities, and with others of its kind', () => {
  const rule = (check: string) => compiled('', `rules: { ticket: { one: { check: "${check}", message: No } } }`).wrong;
  for (const check of [
    ...['record.whom == record.team', 'record.team != record.whom', 'record.whom == record.helper'],
    ...['record.whom == null', 'blank(record.whom)', 'record.whom.user.name != record.whom.team.name'],
    'record.whom in [record.team]',
  ])
    expect([check, rule(check)]).toEqual([check, []]);
  expect(rule('record.whom == record.name')).toEqual([['NF0523', 'whom']]);
  expect(rule('record.whom == record')).toEqual([['NF0523', 'whom']]);
});

test('in lines it means the same of each line, and has no index and no find of its own', () => {
  const inLines = (more: string) => {
    const source = `ninefold: 1
roles: { boss: { ticket: all, runtime: [users] } }
entities:
  ticket: { fields: { rows: { type: lines, fields: { own: { type: reference, to: user }, whom: { type: reference, to: [user, ticket]${more} } } } } }`;
    const { application, issues } = compile([{ path: 'app.yaml', text: source }]);
    const rows = application?.model.entities['ticket']?.fields['rows'];
    const wrong = issues.filter(({ severity }) => severity === 'error').map(({ id, params }) => [id, params['name']]);
    return { fields: rows && 'fields' in rows ? rows.fields : {}, wrong };
  };
  const { fields, wrong } = inLines(', required: true, copy: line.own, visible_when: filled(line.own)');
  expect(wrong).toEqual([]);
  expect(Object.keys(fields)).toEqual(['own', 'whom.user', 'whom.ticket']);
  expect(fields['whom.user']).toMatchObject({
    inverse: 'ticket_by_rows_whom_user',
    alsoTo: ['ticket'],
    copy: { expression: { source: 'line.own' } },
    requiredWhen: { source: 'blank(line.whom)', reads: ['line.whom:ticket'] },
    visibleWhen: { source: 'filled(line.own)' },
  });
  expect(inLines(', index: true').wrong).toHaveLength(1);
  expect(inLines(', find: option.id == "x"').wrong).toEqual([['NF0317', 'find']]);
});

test('a promise that two of its parts are never filled is proved', () => {
  const { verdicts } = compile([{ path: 'app.yaml', text: PROMISED }]);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['proved']);
});

const PROMISED = `ninefold: 1
entities:
  team: { title: name, fields: { name: { type: string } } }
  key: { fields: { name: { type: string }, holder: { type: reference, to: [user, team] } } }
states:
  key:
    initial: there
    states: { there: {}, gone: { final: true } }
    transitions:
      give: { from: there, to: gone, by: boss, input: { whom: { type: reference, to: team } }, set: { holder.team: = input.whom } }
rules: { key: { one: { never: filled(record.holder.user) && filled(record.holder.team), message: Both } } }
roles: { boss: { key: all, team: all, runtime: [users] } }
`;

const inForms = (input: string, more = '') => {
  const source = `ninefold: 1
roles: { boss: { key: all, team: all, runtime: [users] } }
entities:
  team: { title: name, fields: { name: { type: string }, open: { type: boolean }, user: { type: reference, to: user } } }
  user: { fields: { open: { type: boolean } } }
  key: { fields: { name: { type: string }, team: { type: reference, to: team }, holder: { type: reference, to: [user, team] } } }
states:
  key:
    initial: there
    states: { there: {}, gone: { final: true } }
    transitions:
      give: { from: there, to: gone, by: boss, input: { ${input} }${more} }
`;
  const { application, issues } = compile([{ path: 'app.yaml', text: source }]);
  const wrong = issues
    .filter(({ severity }) => severity === 'error')
    .map(({ id, params }) => [id, params['name'] ?? params['field']]);
  return { give: application?.model.entities['key']?.lifecycle?.transitions['give'], wrong, application };
};

test('in the form of a transition its parts are answers, which expressions name by both names', () => {
  const { give, wrong, application } = inForms(
    'why: { type: boolean }, whom: { type: reference, to: [user, team], required: true, visible_when: input.why, default: = record.holder, where: option.open || input.why }',
    ', when: input.whom != record.holder && (input.whom == user || input.whom.team.name != "x" || blank(input.whom)), set: { holder.user: = input.whom.user, holder.team: = input.whom.team }',
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(give?.input ?? {})).toEqual(['why', 'whom.user', 'whom.team']);
  expect(give?.input['whom.user']).toMatchObject({
    alsoTo: ['team'],
    default: { source: 'record.holder.user' },
    requiredWhen: { source: 'blank(input.whom)', reads: ['input.whom:team'] },
    visibleWhen: { source: 'input.why' },
    where: { reads: ['input.why', 'option.open'] },
  });
  expect(give?.set.map(({ value }) => value.reads)).toEqual([['input.whom:user'], ['input.whom:team']]);
  expect(give?.when?.reads).toEqual(expect.arrayContaining(['input.whom:user', 'input.whom:team.name']));
  const texts = application?.texts['en']?.['states'];
  expect(texts).toMatchObject({
    key: { transitions: { give: { input: { whom: { label: 'Whom', fields: { team: { label: 'Team' } } } } } } },
  });
});

test('what is wrong with such an answer is told at its place', () => {
  const whom = (more: string) => `whom: { type: reference, to: [user, team]${more} }`;
  expect(inForms(whom(', find: option.open')).wrong).toEqual([['NF0317', 'find']]);
  expect(inForms(whom(', unique: true')).wrong).toHaveLength(1);
  expect(inForms(whom(''), ', when: input.whom.shop == user').wrong).toEqual([['NF0505', 'shop']]);
  expect(inForms(whom(''), ', when: input.whom').wrong).toEqual([['NF0523', 'whom']]);
  expect(inForms(whom(''), ', when: input.whom == record').wrong).toHaveLength(1);
  expect(inForms(`holder: { type: reference, to: [user, team] }`, ', asks: [holder]').wrong).toEqual([
    ['NF0420', 'holder'],
  ]);
});

test('a promise knows that such an answer names one record, and that it names one where it is required', () => {
  const verdicts = (when: string, never: string) => {
    const {
      application,
      verdicts: found,
      issues,
    } = compile([
      {
        path: 'app.yaml',
        text: `ninefold: 1
entities:
  team: { title: name, fields: { name: { type: string } } }
  key: { fields: { by: { type: reference, to: user, read_only: true }, of: { type: reference, to: team, read_only: true } } }
states:
  key:
    initial: there
    states: { there: {}, gone: { final: true } }
    transitions:
      give: { from: there, to: gone, by: boss, input: { whom: { type: reference, to: [user, team]${when} } }, set: { by: = input.whom.user, of: = input.whom.team } }
rules: { key: { one: { never: '${never}', message: Both } } }
roles: { boss: { key: all, team: all, runtime: [users] } }
`,
      },
    ]);
    expect(application === null ? issues : []).toEqual([]);
    return found.map(({ verdict }) => verdict);
  };
  expect(verdicts('', 'filled(record.by) && filled(record.of)')).toEqual(['proved']);
  expect(verdicts(', required: true', 'record.state == "gone" && blank(record.by) && blank(record.of)')).toEqual([
    'proved',
  ]);
  expect(verdicts('', 'record.state == "gone" && blank(record.by) && blank(record.of)')).not.toEqual(['proved']);
});
