import { beforeEach, expect, test } from 'vitest';
import { PLAIN_FIELD, type Entity, type Field, type Wire } from '@ninefold/model';
import type { PlacedDraft } from '../../forms/autosave/draft-store.ts';
import { strandedIn } from './stranded.ts';

const field = (id: string): Field => ({ ...PLAIN_FIELD, id, type: 'string' }) as Field;
const entity = {
  id: 'ticket',
  fields: { subject: field('subject'), details: field('details') },
  lifecycles: {},
  lifecycle: { states: {}, transitions: { answer: { id: 'answer', input: { reply: field('reply') }, asks: [] } } },
} as unknown as Entity; // no more of it is read

const draft = (transition: string, typed: Readonly<Record<string, Wire>>): PlacedDraft => ({
  place: { user: 'u1', entity: 'ticket', target: 't1', transition },
  draft: {
    ...{ slot: `s-${transition}`, at: '2026-03-05T12:00:00Z', version: 1, stored: {} },
    values: Object.fromEntries(Object.entries(typed).map(([id, value]) => [id, { type: 'string', value }])),
  },
});

const found = (drafts: readonly PlacedDraft[], editable: readonly string[], open: readonly string[]) =>
  strandedIn(entity, drafts, { editable: new Set(editable), open: new Set(open) }).map(({ fields, isWhole }) => [
    fields.map(({ id }) => id),
    isWhole,
  ]);

let typed: readonly PlacedDraft[];
beforeEach(() => {
  typed = [draft('', { subject: 'Lamp', details: 'It hums' }), draft('answer', { reply: 'Yes' })];
});

test('what can be restored, or sent by a step, is no stranded draft', () => {
  expect(found(typed, ['subject', 'details'], ['answer'])).toEqual([]);
});

test('fields that may no longer be changed and answers to a step that is over are shown', () => {
  expect(found(typed, [], [])).toEqual([
    [['subject', 'details'], true],
    [['reply'], true],
  ]);
});

test('the part of a draft for which there is no field is shown, and is not discarded with the rest', () => {
  expect(found(typed, ['subject'], ['answer'])).toEqual([[['details'], false]]);
});

test('what was left empty is nothing to keep', () => {
  expect(found([draft('answer', { reply: '' })], [], [])).toEqual([]);
});
