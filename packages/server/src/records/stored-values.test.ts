import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './testing/open-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const buy = (category: string, price: string) =>
  desk.records.create(desk.people.ralf, 'ticket', { subject: 's', category, lines: [{ item: 'i', price }] }, PLAIN);
const category = async (name: string) => {
  const { spent, busy, version } = await desk.records.get(desk.people.max, 'category', name);
  return [spent, busy, version];
};
const make = (name: string, more: object = {}) =>
  desk.records.create(desk.people.max, 'category', { name, team: 'Print', ...more }, PLAIN);

describe('stored computed values', () => {
  it('follow a change of the record they read through a reference, without a version of their own', async () => {
    await make('Repairs', { hourly: '10' });
    const ticket = await buy('Repairs', '1');
    expect(ticket['fee']).toBe('20.00');
    await desk.records.update(desk.people.max, 'category', { idOrKey: 'Repairs', body: { hourly: '12.5' } }, PLAIN);
    expect(await desk.records.get(desk.people.ralf, 'ticket', ticket.id)).toMatchObject({ fee: '25.00', version: 1 });
    expect((await desk.records.history(desk.people.max, 'ticket', ticket.id)).length).toBe(1);
  });

  it('add up other records through every write, move and deletion, concurrent ones too', async () => {
    await make('Ink');
    await make('Toner');
    const bought = await Promise.all(Array.from({ length: 8 }, () => buy('Ink', '20')));
    expect(await category('Ink')).toEqual(['160.00', true, 1]);
    await desk.records.update(
      desk.people.ralf,
      'ticket',
      { idOrKey: bought[0]?.id ?? '', body: { category: 'Toner' } },
      PLAIN,
    );
    expect([await category('Ink'), await category('Toner')]).toEqual([
      ['140.00', true, 1],
      ['20.00', false, 1],
    ]);
    await desk.records.remove(desk.people.max, 'ticket', bought[1]?.id ?? '', PLAIN);
    expect(await category('Ink')).toEqual(['120.00', true, 1]);
    await desk.records.restore(desk.people.max, 'ticket', bought[1]?.id ?? '', PLAIN);
    expect(await category('Ink')).toEqual(['140.00', true, 1]);
  });

  it('hold the rules of their record: a write that breaks one elsewhere is refused whole', async () => {
    await make('Chairs');
    await buy('Chairs', '800');
    expect((await refusal(buy('Chairs', '300'))).problems[0]?.code).toBe('category.budget');
    expect(await category('Chairs')).toEqual(['800.00', true, 1]);
  });

  it('are written by nobody', async () => {
    expect((await refusal(make('Free', { spent: '5' }))).problems[0]?.code).toBe('read_only_field');
  });
});
