import { expect, test } from 'vitest';
import { PLAIN_FIELD, type Entity, type Field, type RecordValue, type Wire } from '@ninefold/model';
import type { Texts } from '../../base/texts/make-texts.ts';
import type { DraftPlan } from '../../forms/draft/use-draft.ts';
import { changesText, isByItself, type Change } from './changes-text.ts';
import { agree, mergedNotice, undecided } from './merging.ts';

const field = (id: string): Field => ({ ...PLAIN_FIELD, id, type: 'string' }) as unknown as Field; // what merging reads of a field
const [kind, cost, reason] = [field('kind'), field('cost'), field('reason')];
const record = (values: Readonly<Record<string, Wire>>): RecordValue => values as RecordValue; // what merging reads of a record
const plan = { placeOf: ({ id }: Field) => (id === 'reason' ? { transition: 'ask' } : {}) } as DraftPlan; // what merging reads of a plan
const asked = (before: RecordValue, theirs: RecordValue, mine: Readonly<Record<string, Wire>>) =>
  undecided({ changed: [kind, cost, reason], plan, settled: mine }, before, theirs).map(({ id }) => id);

test('a field that both have brought to light is asked about like all others', () => {
  const before = record({ kind: 'repair' });
  const theirs = record({ kind: 'buy', cost: '800' });
  expect(asked(before, theirs, { kind: 'buy', cost: '100' })).toEqual(['cost']);
  expect(asked(before, theirs, { kind: 'rent', cost: '100' })).toEqual(['kind', 'cost']);
  expect(asked(before, theirs, { kind: 'buy', cost: '800' })).toEqual([]);
  expect(asked(before, record({ kind: 'buy', cost: null }), { kind: 'buy', cost: '100' })).toEqual([]);
});

test('a value that this user may not see, and an answer to a transition, are not asked about', () => {
  expect(agree(cost, { cost: '500' }, {}, { cost: '100' })).toBe(true);
  expect(asked(record({ reason: 'a' }), record({ reason: 'b' }), { reason: 'c' })).toEqual([]);
});

test('a secret may have been replaced where both sides see only that one is set', () => {
  const pin = { ...PLAIN_FIELD, id: 'pin', type: 'secret', pattern: null } as unknown as Field; // what merging reads of a field
  expect(agree(pin, { pin: true }, { pin: true }, { pin: '4711' })).toBe(false);
  expect(agree(pin, { pin: null }, { pin: true }, { pin: '4711' })).toBe(false);
  expect(agree(pin, { pin: true }, { pin: null }, { pin: '4711' })).toBe(false);
  expect(agree(pin, { pin: null }, { pin: null }, { pin: '4711' })).toBe(true);
  expect(agree(pin, { pin: true }, { pin: true }, { pin: true })).toBe(true);
});

test('what the application changed in consequence of a save is told as its own, and what nobody tells of as nobody’s', () => {
  const entity = { id: 'request', fields: { kind, cost, reason } } as unknown as Entity; // what merging reads of an entity
  const [before, after] = [
    record({ kind: 'a', cost: '1', reason: 'x' }),
    record({ kind: 'b', cost: '2', reason: 'y' }),
  ];
  const reported = [{ version: 3, at: '', by: null, by_itself: true as const, fields: ['state', 'cost'] }];
  const notice = mergedNotice(entity, { before, after, mine: [kind], reported });
  const changes: readonly Change[] = [
    { by: null, by_itself: true, fields: ['state', 'cost'] },
    { by: null, untold: true, fields: ['reason'] },
  ];
  expect(notice).toMatchObject({ kind: 'merged', changes });
  expect(notice.kind === 'merged' && isByItself(notice.changes)).toBe(true);
  const text = changesText(
    { language: 'en', t: (key, { fields } = {}) => `${key} ${String(fields)}`, field: (_, id) => id } as Texts,
    'request',
    [...reported, ...changes],
  );
  expect(text).toBe('history.itself_changed state and cost and history.also_changed reason');
  expect(isByItself([{ by: null, fields: ['cost'] }])).toBe(false);
});
