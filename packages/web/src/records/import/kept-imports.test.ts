import { beforeEach, expect, it } from 'vitest';
import type { ImportAnswer } from '@ninefold/model';
import { erasePrivate, markReader } from '../../base/session/private-storage.ts';
import { dropImport, keepImport, keptImports } from './kept-imports.ts';

const place = { user: 'u1', entity: 'asset' };
const noon = Date.parse('2026-03-05T12:00:00Z');
const DAY = 86_400_000;

/** A `Storage` as browsers have it: its keys are properties of its own. */
function storageOf(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

/** What an import at this moment answers that changed so many records. */
function answerOf(ms: number, changed = 1, text = 'old'): ImportAnswer {
  const at = new Date(ms).toISOString();
  const record = { id: 'a1', version: 2, before: { name: text } };
  return {
    ...{ rows: changed, created: 0, changed, unchanged: 0, failed: 0, values: [], written: changed > 0, held_ms: 1 },
    ...{ encoding: 'utf-8', match: [], matches: [], columns: [], fields: [], problems: [], problem_count: 0 },
    ...{ between: changed > 0 ? [at, at] : null, undo: changed > 0 ? [record] : null, rejects: null },
  };
}

let storage: Storage;
beforeEach(() => {
  storage = storageOf();
  markReader(storage, 'u1');
  for (const { answer } of keptImports(storage, place, { days: 14, now: noon })) {
    dropImport(storage, place, answer.between);
  }
});

const files = (at = { days: 14, now: noon }, where = place): readonly string[] =>
  keptImports(storage, where, at).map(({ file }) => file);

it('keeps what an import wrote, newest first, at its entity and for its user alone', () => {
  keepImport(storage, place, 'one.csv', answerOf(noon - 2000));
  keepImport(storage, place, 'two.csv', answerOf(noon - 1000));
  expect(files()).toEqual(['two.csv', 'one.csv']);
  expect(files(undefined, { ...place, entity: 'ticket' })).toEqual([]);
  expect(keptImports(storage, place, { days: 14, now: noon })[0]?.answer.undo).toEqual([
    { id: 'a1', version: 2, before: { name: 'old' } },
  ]);
  markReader(storage, 'u2');
  expect(files()).toEqual([]);
  expect(files(undefined, { ...place, user: 'u2' })).toEqual([]);
});

it('keeps nothing of a trial and of a file that changed nothing', () => {
  keepImport(storage, place, 'trial.csv', answerOf(noon, 0));
  expect(files()).toEqual([]);
});

it('forgets what was undone, what is old, and everything at sign-out', () => {
  keepImport(storage, place, 'old.csv', answerOf(noon - 15 * DAY));
  keepImport(storage, place, 'undone.csv', answerOf(noon - 1000));
  keepImport(storage, place, 'kept.csv', answerOf(noon));
  const at = new Date(noon - 1000).toISOString();
  dropImport(storage, place, [at, at]);
  expect(files()).toEqual(['kept.csv']);
  erasePrivate(storage, 'u1');
  markReader(storage, 'u1');
  expect(files()).toEqual([]);
});

it('an import that would take the room of drafts is kept in memory', () => {
  keepImport(storage, place, 'huge.csv', answerOf(noon, 1, 'x'.repeat(600_000)));
  expect(Object.values(storage).every((text) => String(text).length < 1000)).toBe(true);
  expect(files()).toEqual(['huge.csv']);
});

it('a text in the storage that is no list of imports is no import', () => {
  for (const text of ['{', '7', '[null, {"file": 1}]', '[{"file":"a","answer":{}}]']) {
    storage.setItem('nf-private:imports:u1:asset', text);
    expect(files()).toEqual([]);
  }
});
