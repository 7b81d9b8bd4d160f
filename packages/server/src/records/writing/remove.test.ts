// Also in the portable form: writes.
import { expect, it } from 'vitest';
import { DESK } from '../testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal } from '../testing/open-desk.ts';

it('counts what still refers to a record only as far as the caller may read it', async () => {
  const desk = await openDesk(
    DESK.replace('    includes: requester\n', '    includes: requester\n    category: all\n'),
  );
  const { rita, anna } = desk.people;
  const remove = async (): Promise<unknown> => {
    const { code, params } = await refusal(desk.records.remove(anna, 'category', 'Paper', PLAIN));
    return { code, params };
  };
  await desk.records.create(rita, 'ticket', { subject: 'Not for Anna', category: 'Paper' }, PLAIN);
  expect(await remove()).toEqual({ code: 'in_use', params: { entity: 'category' } });
  await desk.records.create(anna, 'ticket', { subject: 'Her own', category: 'Paper' }, PLAIN);
  expect(await remove()).toEqual({
    code: 'in_use',
    params: { entity: 'ticket', count: 1, holders: [{ entity: 'ticket', count: 1 }] },
  });
  await desk.close();
});

it('names every entity that still refers to a record, lines too, and what two fields of one refer by once', async () => {
  const entities = `  box: { title: name, fields: { name: { type: string }, a: { type: reference, to: category }, b: { type: reference, to: category } } }
  list: { title: name, fields: { name: { type: string }, rows: { type: lines, fields: { of: { type: reference, to: category } } } } }
`;
  const desk = await openDesk(
    DESK.replace('  note:\n', `${entities}  note:\n`).replace(
      '    asset: all\n',
      '    asset: all\n    box: all\n    list: all\n',
    ),
  );
  const { max } = desk.people;
  await desk.records.create(max, 'box', { name: 'One', a: 'Paper', b: 'Paper' }, PLAIN);
  await desk.records.create(max, 'box', { name: 'Two', a: 'Cables', b: 'Paper' }, PLAIN);
  await desk.records.create(max, 'list', { name: 'List', rows: [{ of: 'Paper' }] }, PLAIN);
  const { code, params } = await refusal(desk.records.remove(max, 'category', 'Paper', PLAIN));
  expect([code, params['holders']]).toEqual([
    'in_use',
    [
      { entity: 'box', count: 2 },
      { entity: 'list', count: 1 },
    ],
  ]);
  await desk.close();
});
