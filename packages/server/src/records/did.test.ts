import { judgeTransitions, narrow, rightsFor } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadData } from '../data/load-data.ts';
import { Refusal } from '../refusal.ts';
import { parseWhere } from './views/where.ts';
import type { ImportSource } from './context/import-source.ts';
import { applicationOf, openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';

const PAPERS = `  paper:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      owner: { type: reference, to: user, default: = user }
      hands: { type: integer, computed: size(record.did.submit) }
      first: { type: string, computed: first(record.did.submit).name }
  sheet:
    title: "{{name}}"
    fields:
      name: { type: string, required: true }
      count: { type: integer }
      people: { type: references, to: user }
      answer: { type: string, visible_when: size(record.did.submit) > 0, required_when: record.state == "full" && size(record.did.submit) > 2 }
  slip: { fields: { sheet: { type: reference, to: sheet }, person: { type: reference, to: user } } }
  copy:
    title: "{{paper}}"
    fields: { paper: { type: reference, to: paper, required: true } }
`;
const STATES = `  sheet:
    initial: open
    states: { open: {}, half: {}, full: {} }
    transitions:
      create: { to: [{ to: half, when: 'record.name == "half" && user in record.did.create' }, open], by: requester, create: { slip: { sheet: = record, person: = first(record.did.create) } } }
      submit: { from: [open, half, full], to: [{ to: full, when: size(record.did.submit) > 1 }, half], by: requester, set: { count: = size(record.did.submit), people: = record.did.submit }, create: { each: = record.did.submit, slip: { sheet: = record, person: = each } } }
      back: { from: [half, full], to: previous, by: requester, when: user in record.did.submit }
  paper:
    initial: draft
    states: { draft: {}, sent: {}, approved: { final: true } }
    transitions:
      create: { to: draft, by: requester }
      submit: { from: [draft, sent], to: sent, by: requester, when: "!(user in before.did.submit) || size(record.did.submit) < 2" }
      approve: { from: sent, to: approved, by: requester, when: "!(user in record.did.submit)" }
`;
const RULES = `  paper:
    apart: { check: "!record.did.approve.exists(p, p in record.did.create)", message: Not by its maker. }
  copy:
    late: { check: blank(record.paper.trashed_at) && size(record.paper.did.submit) > 0, at: paper, message: Not sent. }
`;
const YAML = DESK.replace('  note:\n', `${PAPERS}  note:\n`)
  .replace('states:\n', `states:\n${STATES}`)
  .replace('rules:\n', `rules:\n${RULES}`)
  .replace(
    '    asset: { read: true }\n',
    '    asset: { read: true }\n    sheet: { create: true, read: true, update: true, import: true, history: true }\n    slip: { read: true }\n    paper: { create: true, read: true, history: record.owner == user }\n    copy: { create: true, read: user in record.paper.did.submit }\n',
  )
  .replace('    asset: all\n', '    asset: all\n    paper: all\n    copy: all\n');

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(YAML);
});
afterAll(() => desk.close());

type Name = keyof Desk['people'];
const paper = async (by: Name, name: string) =>
  (await desk.records.create(desk.people[by], 'paper', { name }, PLAIN)).id;
const fire = (by: Name, id: string, transition: string) =>
  desk.records.transition(desk.people[by], 'paper', { idOrKey: id, transition, body: {} }, PLAIN);
const get = (by: Name, id: string) => desk.records.get(desk.people[by], 'paper', id);
const found = async (by: Name, where: string, entity = 'paper') =>
  (await desk.records.list(desk.people[by], entity, new URLSearchParams({ where }))).items.map(({ title }) => title);
const people = (...names: readonly Name[]) => names.map((name) => ({ id: desk.people[name].me.id }));

test('who fired a transition is in its list: for guards as it was, for rules as it will be', async () => {
  const id = await paper('rita', 'guarded');
  expect(await get('rita', id)).toMatchObject({ hands: 0, 'did.submit': [] });
  const sent = await fire('ralf', id, 'submit');
  expect(sent).toMatchObject({ hands: 1, first: 'ralf', state: 'sent' });
  expect((await refusal(fire('ralf', id, 'approve'))).code).toBe('guard_failed');
  const own = await refusal(fire('rita', id, 'approve'));
  expect(own.problems).toMatchObject([{ code: 'paper.apart' }]);
  await fire('max', id, 'submit');
  await fire('ralf', id, 'submit').catch((reason: unknown) => reason);
  expect(await get('max', id)).toMatchObject({ hands: 2, first: 'ralf', 'did.submit': people('ralf', 'max') });
  expect(await fire('anna', id, 'approve')).toMatchObject({ state: 'approved' });
});

test('the list is read by `set`, `to`, `each` and conditions of fields, in calls, bulk actions, batches, imports and steps back', async () => {
  const { records, people: callers } = desk;
  const { id } = await records.create(callers.rita, 'sheet', { name: 'called' }, PLAIN);
  const read = () => records.get(callers.max, 'sheet', id);
  const submit = { action: 'transition', transition: 'submit' };
  const slips = async (sheet = id) => {
    const asked = new URLSearchParams({ 'f.sheet': `eq:${sheet}`, sort: 'created_at' });
    return (await records.list(callers.max, 'slip', asked)).items.map(({ person }) => person);
  };
  const titled = (...names: readonly Name[]) => names.map((title) => expect.objectContaining({ title }) as unknown);
  expect(await slips()).toEqual(titled('rita'));
  const answer = (value: string) => ({ idOrKey: id, body: { answer: value } });
  expect((await refusal(records.update(callers.rita, 'sheet', answer('x'), PLAIN))).code).toBe('invalid');
  await records.transition(callers.rita, 'sheet', { idOrKey: id, transition: 'submit', body: {} }, PLAIN);
  expect(await read()).toMatchObject({ state: 'half', count: 0, people: [] }); // `set` comes before the new state
  expect(await slips()).toEqual(titled('rita', 'rita'));
  const back = (by: Name) =>
    records.transition(callers[by], 'sheet', { idOrKey: id, transition: 'back', body: {} }, PLAIN);
  expect((await refusal(back('ralf'))).code).toBe('guard_failed');
  expect(await back('rita')).toMatchObject({ state: 'open' });
  await records.bulk(callers.ralf, 'sheet', { ...submit, mode: 'all', ids: [id] }, undefined);
  expect(await read()).toMatchObject({ state: 'full', count: 1, people: people('rita') });
  expect(await slips()).toHaveLength(4);
  const writes = [{ ...submit, entity: 'sheet', id }];
  expect((await refusal(records.batch(callers.max, { writes }, undefined))).code).toBe('writes_refused');
  expect(await slips()).toHaveLength(4);
  const filled = { action: 'update', entity: 'sheet', id, values: { answer: 'so' } };
  await records.batch(callers.max, { writes: [filled, ...writes] }, undefined);
  expect(await read()).toMatchObject({ state: 'full', count: 2, people: people('rita', 'ralf') });
  expect(await slips()).toHaveLength(7);
  const source: ImportSource = {
    ...{ encoding: 'utf-8', ambiguous: [], fields: ['name'] },
    columns: [{ title: 'name', field: 'name', sample: '' }],
    rows: async function* () {
      yield { row: 2, values: { name: 'half' }, id: null, problems: [], written: () => null };
    },
  };
  await records.import(callers.olga, 'sheet', { source, options: { mode: 'all', match: '' } });
  const [made] = (await records.list(callers.max, 'sheet', new URLSearchParams('f.name=eq:half'))).items;
  expect(made).toMatchObject({ state: 'half' });
  expect(await slips(made?.id)).toEqual(titled('olga'));
});

test('a list, a filter and a row condition find records by who did what', async () => {
  const id = await paper('olga', 'found');
  await fire('olga', id, 'submit');
  expect(await found('max', 'user in record.did.submit')).toEqual(['guarded']);
  expect(await found('max', 'record.did.submit.exists(p, p.name == "olga")')).toEqual(['found']);
  expect(await found('max', 'record.hands == 2 && first(record.did.create).name == "rita"')).toEqual(['guarded']);
  await desk.records.create(desk.people.max, 'copy', { paper: id }, PLAIN);
  expect(await found('olga', 'true', 'copy')).toHaveLength(1);
  expect(await found('ralf', 'true', 'copy')).toEqual([]);
});

test('whoever may not read the history learns nothing from it', async () => {
  const id = await paper('rita', 'secret');
  await fire('rita', id, 'submit');
  expect(await get('rita', id)).toMatchObject({ 'did.submit': people('rita') });
  expect(await get('ralf', id)).not.toHaveProperty(['did.submit']);
  expect(await found('ralf', 'size(record.did.submit) == 1 && record.name == "secret"')).toEqual([]);
  expect(await found('ralf', 'size(record.did.submit) != 1 && record.name == "secret"')).toEqual([]);
  expect(await found('rita', 'size(record.did.submit) == 1')).toEqual(['secret']);
  const { problems } = await refusal(fire('rita', id, 'approve'));
  expect(problems).toMatchObject([{ why: [{ saw: [{ path: 'record.did.submit', type: 'list', value: 1 }] }] }]);
  await fire('ralf', id, 'submit');
  const blocked = await refusal(fire('ralf', id, 'approve'));
  expect(blocked.problems).toMatchObject([{ code: 'guard_failed' }]);
  expect(JSON.stringify(blocked.problems)).not.toContain('did');
});

test('a browser judges by what came with the record, and asks where nothing came', async () => {
  const id = await paper('rita', 'judged');
  await fire('rita', id, 'submit');
  const verdict = async (by: Name) => {
    const { rights, me } = desk.people[by];
    const model = narrow(desk.model, rights);
    const entity = model.entities['paper'];
    if (!entity) throw new Error('no paper');
    const scope = { user: me.record, limits: {}, now: desk.now, today: '2026-03-05', timeZone: 'UTC' };
    const record = await get(by, id);
    return judgeTransitions({ entity, record, rights, scope }).find((each) => each.id === 'approve')?.verdict;
  };
  expect(await verdict('rita')).toBe('blocked');
  expect(await verdict('max')).toBe('allowed');
  expect(await verdict('ralf')).toBe('unknown');
});

test('what lies in the trash says since when, and what does not is blank there', async () => {
  const id = await paper('max', 'thrown');
  const unsent = desk.records.create(desk.people.max, 'copy', { paper: id }, PLAIN);
  expect((await refusal(unsent)).problems).toMatchObject([{ path: 'paper', code: 'copy.late' }]);
  expect(await get('max', id)).toMatchObject({ trashed_at: null });
  expect(await found('max', 'blank(record.trashed_at) && record.name == "thrown"')).toEqual(['thrown']);
  await desk.records.remove(desk.people.max, 'paper', id, PLAIN);
  expect(await found('max', 'filled(record.trashed_at)')).toEqual([]);
  const trash = async (where: string) =>
    (await desk.records.list(desk.people.max, 'paper', new URLSearchParams({ where, trash: 'true' }))).items;
  expect(await trash('record.trashed_at == now && blank(record.trashed_at)')).toEqual([]);
  expect(await trash('record.trashed_at == now')).toMatchObject([{ name: 'thrown', trashed_at: desk.now }]);
});

test('a closed history is no name to a caller', () => {
  const { model } = applicationOf(YAML.replace(', history: record.owner == user }', ' }'));
  const paper = model.entities['paper'];
  if (!paper) throw new Error('no paper');
  const ask = (roles: readonly string[]) => () =>
    parseWhere(model, rightsFor(model, roles), paper, 'size(record.did.submit) == 1');
  expect(ask(['requester'])).toThrow(new Refusal('bad_where', { params: { position: 17, name: 'submit' } }));
  expect(ask(['requester', 'agent', 'manager'])).not.toThrow();
});

test('past events of data files count', async () => {
  const files = [
    { path: 'app.yaml', text: YAML },
    { path: 'data/user.csv', text: 'email,name,roles,active\neva@x.test,Eva,manager,true\n' },
    { path: 'data/paper.csv', text: 'id,name,state\np1,loaded,sent\n' },
    {
      path: 'data/paper.history.csv',
      text: 'record,at,by,kind,transition,from,to,changes,input\np1,2026-01-01T00:00:00Z,eva@x.test,create,create,,draft,,\np1,2026-01-02T00:00:00Z,eva@x.test,transition,submit,draft,sent,,\n',
    },
    { path: 'data/copy.csv', text: 'paper\np1\n' },
  ];
  const { application, issues } = compile(files);
  if (!application) throw new Error(JSON.stringify(issues));
  await loadData(desk.db, application, { demo: false, now: desk.now });
  expect(await found('max', 'first(record.did.submit).name == "Eva"')).toEqual(['loaded']);
});
