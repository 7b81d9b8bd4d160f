// Also in the portable form: writes that check a whole tree.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataRefused } from '../data/rows/data-refused.ts';
import { loadData } from '../data/load-data.ts';
import { compile } from '@ninefold/spec';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';
import { DESK } from './testing/desk.yaml.ts';

const UNITS = `  unit:
    title: name
    key: name
    tree: up
    fields:
      name: { type: string, required: true, unique: true }
      up: { type: reference, to: unit, on_delete: clear, where: size(ancestors(option)) < 3 }
      head: { type: reference, to: user }
      below: { type: integer, computed: size(descendants(record)) }
      path: { type: string, computed: "record.up.name + \\"/\\" + last(ancestors(record)).name" }
  paper:
    title: name
    fields:
      name: { type: string, required: true }
      unit: { type: reference, to: unit, required: true }
`;
const RULES = `  unit:
    deep: { check: size(ancestors(record)) < 4, at: up, message: Too deep. }
  paper:
    led: { check: "ancestors(record.unit).exists(u, u.head == user)", severity: warning, message: Not yours. }
`;
const YAML = DESK.replace('  note:\n', `${UNITS}  note:\n`)
  .replace('rules:\n', `rules:\n${RULES}`)
  .replace(
    '      team: { type: reference, to: team, inverse: members }',
    '      team: { type: reference, to: team, inverse: members }\n      unit: { type: reference, to: unit }',
  )
  .replace('    asset: all\n', '    asset: all\n    unit: all\n    paper: all\n')
  .replace(
    '    note: all\n',
    '    note: all\n    unit: { refer: true }\n    paper: { read: "under(record.unit, user.unit)" }\n',
  );

let desk: Desk;
const ids: Record<string, string> = {};
const me = () => desk.caller(desk.people.max.me.id);
const unit = async (name: string, up: string | null, more: object = {}) => {
  const made = await desk.records.create(await me(), 'unit', { name, up: up && ids[up], ...more }, PLAIN);
  ids[name] = made.id;
  return made;
};
const move = async (name: string, up: string | null) =>
  desk.records.update(await me(), 'unit', { idOrKey: name, body: { up: up && ids[up] } }, PLAIN);

/** root > left > leaf, root > right */
beforeAll(async () => {
  desk = await openDesk(YAML);
  await unit('root', null, { head: desk.people.max.me.id });
  await unit('left', 'root');
  await unit('leaf', 'left');
  await unit('right', 'root');
  const options = { ...PLAIN, confirm: ['paper.led'] };
  for (const name of ['root', 'left', 'leaf', 'right'])
    await desk.records.create(await me(), 'paper', { name, unit: ids[name] }, options);
});
afterAll(() => desk.close());

const names = (answer: { readonly items: readonly object[] }) =>
  answer.items.map((item) => String((item as { readonly name?: unknown }).name)).toSorted();

test('a record is never above itself: not at once, not by a longer way', async () => {
  for (const [name, up] of [
    ['root', 'root'],
    ['root', 'left'],
    ['root', 'leaf'],
    ['left', 'leaf'],
  ] as const)
    expect((await refusal(move(name, up))).problems).toMatchObject([{ path: 'up', code: 'tree_circle' }]);
  await move('leaf', 'right');
  expect((await refusal(move('right', 'leaf'))).problems).toMatchObject([{ code: 'tree_circle' }]);
  await move('leaf', 'left');
});

test('what stands above and below is read in lists, on records and in conditions of a caller', async () => {
  const found = await desk.records.get(await me(), 'unit', 'leaf');
  expect(found).toMatchObject({ below: 0, path: 'left/root' });
  const list = async (where: string) =>
    names(await desk.records.list(await me(), 'unit', new URLSearchParams({ where })));
  expect(await list('record.below == 3')).toEqual(['root']);
  expect(await list('record.path == "root/root"')).toEqual(['left', 'right']);
  expect(await list('under(record, record.up.up)')).toEqual(['leaf']);
  expect(await list('ancestors(record).exists(u, u.name == "left")')).toEqual(['leaf']);
  const notBelow = `record.id != "${ids['left']}" && !ancestors(record).exists(above, above.id == "${ids['left']}")`;
  expect(await list(notBelow)).toEqual(['right', 'root']);
  expect(await list('size(descendants(record)) == 1')).toEqual(['left']);
});

test('a row condition shows what stands below the own unit, and nothing to who has none', async () => {
  const anna = desk.people.anna.me.id;
  const seen = async () => names(await desk.records.list(await desk.caller(anna), 'paper', new URLSearchParams()));
  expect(await seen()).toEqual([]);
  await desk.records.update(await me(), 'user', { idOrKey: anna, body: { unit: ids['left'] } }, PLAIN);
  expect(await seen()).toEqual(['leaf', 'left']);
  await desk.records.update(await me(), 'user', { idOrKey: anna, body: { unit: ids['root'] } }, PLAIN);
  expect(await seen()).toEqual(['leaf', 'left', 'right', 'root']);
});

test('a rule sees the parent that a write gives, and whoever leads above', async () => {
  await unit('low', 'leaf');
  await unit('lower', null);
  expect((await refusal(unit('lowest', 'low'))).code).toBe('invalid');
  await move('left', 'right');
  expect((await refusal(move('lower', 'low'))).code).toBe('invalid');
  await move('left', 'root');
  expect((await refusal(desk.records.create(await me(), 'paper', { name: 'x', unit: ids['root'] }, PLAIN))).code).toBe(
    'confirm_warnings',
  );
  expect(await desk.records.create(await me(), 'paper', { name: 'y', unit: ids['leaf'] }, PLAIN)).toMatchObject({
    name: 'y',
  });
});

test('two that move below each other at the same time: one of them is refused', async () => {
  await unit('one', null);
  await unit('two', null);
  const moved = await Promise.allSettled([move('one', 'two'), move('two', 'one')]);
  expect(moved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('data files with a circle stop the loading, row and field named', async () => {
  const files = [
    { path: 'app.yaml', text: YAML },
    { path: 'data/unit.csv', text: 'name,up\na,c\nb,a\nc,b\n' },
  ];
  const { application } = compile(files);
  if (!application) throw new Error('no application');
  const loading: unknown = await loadData(desk.db, application, { demo: false, now: desk.now }).catch(
    (reason: unknown) => reason,
  );
  if (!(loading instanceof DataRefused)) throw loading;
  const circles = loading.problems.filter(({ code }) => code === 'tree_circle');
  expect(circles.map(({ file, row, field }) => [file, row, field])).toEqual([
    ['data/unit.csv', 2, 'up'],
    ['data/unit.csv', 3, 'up'],
    ['data/unit.csv', 4, 'up'],
  ]);
});
