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
  expect(await remove()).toEqual({ code: 'in_use', params: { entity: 'ticket', count: 1 } });
  await desk.close();
});
