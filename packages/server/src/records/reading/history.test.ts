import { expect, it } from 'vitest';
import { DESK } from '../testing/desk.yaml.ts';
import { openDesk, PLAIN } from '../testing/open-desk.ts';

const WRITTEN = DESK.replace(
  'input: { why: { type: text, required: true } } }',
  'input: { why: { type: text, required: true }, aside: { type: text } }, set: { internal_note: = input.aside } }',
).replace(
  '      fields: { inner: none, priority: read }',
  '      history: record.requester == user\n      fields: { inner: none, priority: read }',
);

it('shows no answer that went into a field which the reader may not read', async () => {
  const desk = await openDesk(WRITTEN);
  const { rita, anna } = desk.people;
  const sent = { subject: 'No net', category: 'Cables', details: 'None at all' };
  const { id } = await desk.records.create(rita, 'ticket', sent, PLAIN);
  await desk.records.transition(anna, 'ticket', { idOrKey: id, transition: 'take', body: {} }, PLAIN);
  const input = { why: 'Plugged in', aside: 'Again the same one' };
  await desk.records.transition(anna, 'ticket', { idOrKey: id, transition: 'resolve', body: { input } }, PLAIN);
  expect((await desk.records.history(anna, 'ticket', id))[0]).toMatchObject({ transition: 'resolve', input });
  const [seen] = await desk.records.history(rita, 'ticket', id);
  expect(seen).toMatchObject({ transition: 'resolve', input: { why: 'Plugged in' } });
  expect(JSON.stringify(seen)).not.toContain('Again');
  await desk.close();
});
