import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK } from './testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

const SPANS = `  shift:
    no_overlap: { from: begins, to: ends, per: [who, post], when: record.kind != "spare" && record.who.team != record.post }
    fields:
      who: { type: reference, to: user, required: true }
      post: { type: reference, to: team }
      kind: { type: choice, options: [firm, spare], default: firm }
      begins: { type: datetime, required: true }
      ends: { type: datetime }
  note:
`;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(
    DESK.replace('  note:\n', SPANS).replace('    asset: all\n', '    asset: all\n    shift: all\n    loan: all\n'),
  );
  await desk.records.create(desk.people.max, 'asset', { tag: 'A', name: 'Lamp' }, PLAIN);
});
afterAll(() => desk.close());

const at = (hour: string): string => `2026-04-01T${hour}:00.000Z`;
const shift = (begins: string, ends: string | null, more: object = {}) => ({
  ...{ who: desk.people.anna.me.id, post: 'Print' },
  ...{ begins: at(begins), ends: ends === null ? null : at(ends), ...more },
});
const make = (entity: string, values: object) => desk.records.create(desk.people.max, entity, values, PLAIN);
const refused = async (values: object): Promise<unknown> => (await refusal(make('shift', values))).problems;
const OVERLAPS = expect.objectContaining({ path: 'begins', code: 'overlaps' }) as unknown;

test('moments end before their end, and a blank end is open', async () => {
  const first = await make('shift', shift('08:00', '12:00'));
  await make('shift', shift('12:00', '13:00'));
  expect(await refused(shift('11:59', '12:00'))).toEqual([OVERLAPS]);
  expect(await refused(shift('07:00', '08:01'))).toEqual([OVERLAPS]);
  expect(await refused(shift('06:00', null))).toEqual([OVERLAPS]);
  const open = await make('shift', shift('18:00', null));
  expect(await refused(shift('23:00', '23:30'))).toEqual([OVERLAPS]);
  await make('shift', shift('17:00', '18:00'));
  const later = desk.records.update(
    desk.people.max,
    'shift',
    { idOrKey: first.id, body: { ends: at('12:30') } },
    PLAIN,
  );
  expect((await refusal(later)).problems).toEqual([OVERLAPS]);
  await desk.records.update(desk.people.max, 'shift', { idOrKey: open.id, body: { ends: at('19:00') } }, PLAIN);
  await make('shift', shift('23:00', '23:30'));
});

test('the condition decides on both sides, also by what stands behind a reference', async () => {
  await make('shift', shift('09:00', '10:00', { kind: 'spare' }));
  const olga = desk.people.olga.me.id;
  await make('shift', shift('09:00', '10:00', { who: olga }));
  await make('shift', shift('09:30', '10:00', { who: olga }));
  const spare = await make('shift', shift('02:00', '03:00', { kind: 'spare' }));
  await make('shift', shift('02:30', '03:00'));
  const firm = desk.records.update(desk.people.max, 'shift', { idOrKey: spare.id, body: { kind: 'firm' } }, PLAIN);
  expect((await refusal(firm)).problems).toEqual([OVERLAPS]);
});

test('where one of those that it is counted for is blank, or in the trash, nothing overlaps', async () => {
  await make('shift', shift('09:00', '10:00', { post: null }));
  await make('shift', shift('09:00', '10:00', { post: null }));
  const gone = await make('shift', shift('14:00', '15:00'));
  await desk.records.remove(desk.people.max, 'shift', gone.id, PLAIN);
  await make('shift', shift('14:00', '15:00'));
  expect((await refusal(desk.records.restore(desk.people.max, 'shift', gone.id, PLAIN))).problems).toEqual([OVERLAPS]);
});

test('days count with their last', async () => {
  await make('loan', { asset: 'A', from: '2026-04-01', until: '2026-04-05' });
  await make('loan', { asset: 'A', from: '2026-04-06', until: '2026-04-06' });
  const { problems } = await refusal(make('loan', { asset: 'A', from: '2026-04-05', until: '2026-04-05' }));
  expect(problems).toMatchObject([{ path: 'from', code: 'overlaps' }]);
});
