import { beforeEach, expect, it } from 'vitest';
import { PLAIN_FIELD, type Field } from '@ninefold/model';
import { countDrafts, erasePrivate, markReader } from '../../base/session/private-storage.ts';
import {
  draftsAt,
  draftsOfRecord,
  eraseDraft,
  holdsDrafts,
  storeDraft,
  type DraftBounds,
  type DraftPlace,
  type StoredDraft,
} from './draft-store.ts';
import { fromDraftValues, tellingField, toDraftValues } from './draft-values.ts';

const BOUNDS: DraftBounds = { days: 14, count: 3, bytes: 2000 };
const place: DraftPlace = { user: 'u1', entity: 'ticket', target: 't1', transition: '' };
const noon = Date.parse('2026-03-05T12:00:00Z');

/** A `Storage` as browsers have it: its keys are properties of its own. */
function storageOf(room = Infinity): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      if (value.length > room) throw new Error('full');
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

const draft = (slot: string, ms = noon, text = 'typed'): StoredDraft => ({
  slot,
  at: new Date(ms).toISOString(),
  version: 3,
  values: { subject: { type: 'string', value: text } },
  stored: {},
});

let storage: Storage;
beforeEach(() => {
  storage = storageOf();
  markReader(storage, 'u1');
});

it('gives back what was kept at this place, newest first, and to nobody else', () => {
  expect(storeDraft(storage, draft('a', noon), { place, bounds: BOUNDS, now: noon })).toBe(true);
  expect(storeDraft(storage, draft('b', noon + 1000), { place, bounds: BOUNDS, now: noon })).toBe(true);
  expect(draftsAt(storage, place, BOUNDS, noon).map(({ slot }) => slot)).toEqual(['b', 'a']);
  for (const other of [{ user: 'u2' }, { target: 't2' }, { entity: 'asset' }, { transition: 'wait' }])
    expect(draftsAt(storage, { ...place, ...other }, BOUNDS, noon)).toEqual([]);
  eraseDraft(storage, place, 'b');
  expect(draftsAt(storage, place, BOUNDS, noon).map(({ slot }) => slot)).toEqual(['a']);
});

it('finds all that was typed into one record, in whichever of its forms, and nothing of others', () => {
  const at = (more: Partial<DraftPlace>): DraftPlace => ({ ...place, ...more });
  const own = [place, at({ target: 't1 change' }), at({ transition: 'wait' })];
  for (const [index, one] of [...own, at({ target: 't12' }), at({ target: 'comment t1' })].entries())
    storeDraft(storage, draft('a', noon - index), { place: one, bounds: { ...BOUNDS, count: 9 }, now: noon });
  const of = { user: 'u1', entity: 'ticket', id: 't1' };
  expect(draftsOfRecord(storage, of, BOUNDS, noon).map((one) => one.place)).toEqual(own);
  expect(draftsOfRecord(storage, { ...of, user: 'u2' }, BOUNDS, noon)).toEqual([]);
  expect(holdsDrafts(storage, 'u1', 'ticket', 't1')).toBe(true);
  expect(holdsDrafts(storage, 'u1', 'ticket', 't3')).toBe(false);
});

it('forgets what is too old or unreadable', () => {
  storeDraft(storage, draft('a'), { place, bounds: BOUNDS, now: noon });
  const key = Object.keys(storage).find((each) => each.includes('draft:')) ?? '';
  storage.setItem(`${key}x`, '{"at":1}');
  expect(draftsAt(storage, place, BOUNDS, noon + 15 * 86_400_000)).toEqual([]);
  expect(Object.keys(storage).filter((each) => each.includes('draft:'))).toEqual([]);
});

it('keeps no more than the limits say, the newest', () => {
  for (const [index, slot] of ['a', 'b', 'c', 'd'].entries()) {
    const own = { ...place, target: slot };
    expect(storeDraft(storage, draft(slot, noon + index), { place: own, bounds: BOUNDS, now: noon })).toBe(true);
  }
  expect(draftsAt(storage, { ...place, target: 'a' }, BOUNDS, noon)).toEqual([]);
  expect(draftsAt(storage, { ...place, target: 'd' }, BOUNDS, noon)).toHaveLength(1);
  expect(Object.keys(storage).filter((each) => each.includes('draft:'))).toHaveLength(BOUNDS.count);
  expect(storeDraft(storage, draft('e', noon, 'x'.repeat(2000)), { place, bounds: BOUNDS, now: noon })).toBe(false);
});

it('keeps nothing where the browser has no room, and nothing once the person has signed out in any window', () => {
  const full = storageOf(10);
  markReader(full, 'u1');
  expect(storeDraft(full, draft('a'), { place, bounds: BOUNDS, now: noon })).toBe(false);
  storeDraft(storage, draft('a'), { place, bounds: BOUNDS, now: noon });
  erasePrivate(storage, 'u1');
  expect(storeDraft(storage, draft('a'), { place, bounds: BOUNDS, now: noon })).toBe(false);
  expect(Object.keys(storage)).toEqual([]);
});

it('counts and erases only what belongs to the person who signs out', () => {
  storeDraft(storage, draft('a'), { place, bounds: BOUNDS, now: noon });
  storage.setItem('nf-private:recent:u1', '[]');
  markReader(storage, 'u2');
  expect([countDrafts(storage, 'u1'), countDrafts(storage, 'u2')]).toEqual([1, 0]);
  storeDraft(storage, draft('b'), { place: { ...place, user: 'u2' }, bounds: BOUNDS, now: noon });
  storage.setItem('nf-private:recent:u2', '[]');
  erasePrivate(storage, 'u2');
  expect(Object.keys(storage)).toEqual([expect.stringMatching(/^nf-private:draft:u1:/), 'nf-private:recent:u1']);
  expect(draftsAt(storage, place, BOUNDS, noon)).toHaveLength(1);
});

const field = (id: string, more: object): Field => ({ ...PLAIN_FIELD, id, ...more }) as Field;

it('writes nothing sensitive, also not within lines, and of a chosen record only its id and title', () => {
  const fields = [
    field('subject', { type: 'string' }),
    field('salary', { type: 'money', sensitive: true }),
    field('team', { type: 'reference', to: 'team' }),
    field('lines', {
      type: 'lines',
      fields: { item: field('item', { type: 'string' }), pin: field('pin', { type: 'string', sensitive: true }) },
    }),
  ];
  const values = {
    subject: 'A',
    salary: '5000',
    team: { id: 'x', title: 'North', budget: '900' },
    lines: [{ id: 'l1', item: 'Chair', pin: '1234' }],
  };
  const kept = toDraftValues(fields, values);
  expect(JSON.stringify(kept)).not.toMatch(/5000|900|1234/);
  expect(fromDraftValues(fields, kept)).toEqual({
    subject: 'A',
    team: { id: 'x', title: 'North' },
    lines: [{ id: 'l1', item: 'Chair' }],
  });
});

it('gives nothing back for a field of another type, or one that may not be filled in any more', () => {
  const kept = toDraftValues([field('due', { type: 'string' }), field('note', { type: 'text' })], {
    due: 'soon',
    note: 'x',
  });
  expect(fromDraftValues([field('due', { type: 'date' })], kept)).toEqual({});
});

it('a draft of a field that has another id since is that field’s; an id that is used again is not', () => {
  const wish = { ...PLAIN_FIELD, id: 'wish', type: 'string' } as const;
  const stored = { wish: { type: 'string', value: 'Silence' } };
  const longing = { ...wish, id: 'longing', was: 'wish' };
  expect(fromDraftValues([longing as Field], stored)).toEqual({ longing: 'Silence' });
  expect(fromDraftValues([longing as Field, wish as unknown as Field], stored)).toEqual({ wish: 'Silence' });
});

it('tells drafts apart by what differs among them, and else by what comes first', () => {
  const fields = [field('category', { type: 'reference', to: 'category' }), field('subject', { type: 'string' })];
  const of = (subject: string) => ({ category: { id: 'c1', title: 'Travel' }, subject });
  expect(tellingField(fields, [of('To Hamburg'), of('To Osaka')])?.id).toBe('subject');
  expect(tellingField(fields, [of('To Osaka'), of('To Osaka')])?.id).toBe('category');
  expect(tellingField(fields, [{}, { subject: '' }])).toBeNull();
});

it('what a line of a draft holds belongs to the field of lines that has another id since', () => {
  const seen = { ...PLAIN_FIELD, id: 'seen', type: 'string', was: 'note' } as Field;
  const lines = { ...PLAIN_FIELD, id: 'lines', type: 'lines', fields: { seen } } as Field;
  const stored = { lines: { type: 'lines', value: [{ id: 'l1', note: 'Mites' }, { seen: 'Queen' }] } };
  expect(fromDraftValues([lines], stored)).toMatchObject({ lines: [{ id: 'l1', seen: 'Mites' }, { seen: 'Queen' }] });
});
