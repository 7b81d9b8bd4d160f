// Also in the portable form: writes.
import type { Lifecycle, RecordValue } from '@ninefold/model';
import { openApi } from '@ninefold/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DESK } from '../testing/desk.yaml.ts';
import { openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';

/** `resolve` asks for the details that its guard reads, and has no button without a subject that is not loud. */
const YAML = DESK.replace(
  'when: filled(record.details), input:',
  'when: filled(record.details), asks: [details], optional: true, hidden: true, input:',
);

let desk: Desk;
let ticket: RecordValue;
beforeEach(async () => {
  desk = await openDesk(YAML);
  const { rita, anna } = desk.people;
  const { id } = await desk.records.create(rita, 'ticket', { subject: 'Chair', category: desk.cables }, PLAIN);
  ticket = await desk.records.transition(anna, 'ticket', { idOrKey: id, transition: 'take', body: {} }, PLAIN);
});
afterEach(() => desk.close());

const resolve = (body: object, version: number | null = null): Promise<RecordValue> => {
  const sent = { idOrKey: ticket.id, transition: 'resolve', body };
  return desk.records.transition(desk.people.anna, 'ticket', sent, { ...PLAIN, version });
};
const stored = (): Promise<RecordValue> => desk.records.get(desk.people.max, 'ticket', ticket.id);
const BOTH = { details: 'A leg', input: { why: 'Glued' } };

test('what its dialog asks for is written with the transition, as one version and one entry of the history', async () => {
  expect(await resolve(BOTH)).toMatchObject({ state: 'resolved', details: 'A leg', version: ticket.version + 1 });
  const [newest] = await desk.records.history(desk.people.anna, 'ticket', ticket.id);
  expect(newest).toMatchObject({ kind: 'transition', transition: 'resolve', input: { why: 'Glued' } });
  expect(newest?.changes).toMatchObject([{ field: 'details', old: null, new: 'A leg' }]);
});

test('where something refuses, neither is written: the guard, an answer, a rule, a field without right', async () => {
  const codes = [
    (await refusal(resolve({ input: { why: 'Glued' } }))).code,
    (await refusal(resolve({ details: 'A leg', input: {} }))).code,
    (await refusal(resolve({ ...BOTH, subject: 'Chair!!' }))).code,
    (await refusal(resolve({ ...BOTH, number: 'SD-1' }))).code,
  ];
  expect(codes).toEqual(['guard_failed', 'invalid', 'confirm_warnings', 'invalid']);
  expect(await stored()).toMatchObject({ state: 'open', details: null, version: ticket.version });
});

test('a value that another person has saved meanwhile is a conflict, another field is none', async () => {
  const { max } = desk.people;
  await desk.records.update(max, 'ticket', { idOrKey: ticket.id, body: { subject: 'Chairs' } }, PLAIN);
  await desk.records.update(max, 'ticket', { idOrKey: ticket.id, body: { details: 'Two legs' } }, PLAIN);
  expect((await refusal(resolve(BOTH, ticket.version))).code).toBe('changed_meanwhile');
  expect(await stored()).toMatchObject({ state: 'open', details: 'Two legs' });
  expect(await resolve(BOTH, ticket.version + 2)).toMatchObject({
    state: 'resolved',
    details: 'A leg',
    subject: 'Chairs',
  });
});

test('many at once take the values too', async () => {
  const body = {
    action: 'transition',
    transition: 'resolve',
    ids: [ticket.id],
    values: { details: 'A leg' },
    input: { why: 'Glued' },
  };
  const { done } = await desk.records.bulk(desk.people.anna, 'ticket', body, undefined);
  expect([done, (await stored())['details']]).toEqual([1, 'A leg']);
});

test('the description of the API says what its dialog asks for, beside its own form', () => {
  const { rights } = desk.people.anna;
  const place = { rights, text: () => null, server: 'https://desk.example' };
  const schemas = JSON.parse(JSON.stringify(openApi(desk.model, place))) as {
    // plain JSON
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  expect(schemas.components.schemas['ticket.transition.resolve']).toMatchObject({
    description: 'Its dialog asks for details, sent along as changes.',
    properties: { details: {}, input: { properties: { why: {} } } },
  });
});

test('`optional` and `hidden` change neither rights nor verdicts: whoever asks learns why', async () => {
  const lifecycle = desk.model.entities['ticket']?.lifecycle as Lifecycle;
  expect(lifecycle.transitions['resolve']).toMatchObject({ asks: ['details'], optional: true, hidden: true });
  const { transitions } = await desk.records.may(desk.people.anna, 'ticket', ticket.id);
  expect(transitions.find(({ id }) => id === 'resolve')?.verdict).toBe('allowed');
  const { rita } = desk.people;
  const own = await desk.records.may(rita, 'ticket', ticket.id);
  expect(own.transitions.find(({ id }) => id === 'resolve')?.verdict).toBe('role');
});
