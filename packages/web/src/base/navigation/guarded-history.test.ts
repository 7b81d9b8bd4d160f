import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { expect, test } from 'vitest';
import { guardedHistory, type Guard } from './guarded-history.ts';
import { saveEach } from './use-leave.ts';

/** A history that stands at the last of these addresses, where it was, and who was held up. */
function history(...entries: readonly string[]) {
  const memory = createMemoryHistory({ initialEntries: [...entries], v5Compat: true });
  const guarded = guardedHistory(memory);
  const shown: string[] = [];
  guarded.listen(({ location, way }) => shown.push(`${way} ${location.pathname}${location.search}`));
  const held: (() => void)[] = [];
  const holdUp = (others: Partial<Guard> = {}): (() => void) =>
    guarded.guard({
      ask: (goOn) => void held.push(goOn),
      save: async () => true,
      discard: () => undefined,
      ...others,
    });
  return { guarded, memory, shown, held, holdUp };
}

test('who is held up stays until they may leave', () => {
  const { guarded, shown, held, holdUp } = history('/desk');
  const letGo = holdUp();
  guarded.push({ pathname: '/items', search: '', hash: '' });
  guarded.replace('/teams');
  expect(shown).toEqual([]);
  held[0]?.();
  expect(shown).toEqual(['PUSH /items']);
  letGo();
  guarded.push('/teams');
  expect(shown).toEqual(['PUSH /items', 'PUSH /teams']);
});

test('another search of the same path holds nobody up', () => {
  const { guarded, shown, held, holdUp } = history('/desk');
  holdUp();
  guarded.push({ pathname: '/desk', search: '?page=2', hash: '' });
  expect([held, shown]).toEqual([[], ['PUSH /desk?page=2']]);
});

test('who goes back is put back where they were, and sent on where they may leave', async () => {
  const { guarded, memory, shown, held, holdUp } = history('/desk', '/items', '/items/1');
  holdUp();
  guarded.go(-2);
  expect([memory.location.pathname, shown]).toEqual(['/items/1', []]);
  held[0]?.();
  await Promise.resolve();
  expect([memory.location.pathname, shown]).toEqual(['/desk', ['POP /desk']]);
  guarded.go(1); // the next one is asked about again
  expect([memory.location.pathname, held.length]).toEqual(['/desk', 2]);
});

test('back closes what covers the page, the last first, asks nobody, and leaves the reader where they are', () => {
  const { guarded, memory, shown, held, holdUp } = history('/desk', '/desk?page=2');
  holdUp();
  const closed: string[] = [];
  const uncover = ['sheet', 'dialog'].map((name) => guarded.cover(() => void closed.push(name)));
  guarded.go(-1);
  expect([memory.location.search, closed, held, shown]).toEqual(['?page=2', ['dialog'], [], []]);
  uncover[1]?.();
  guarded.push('/desk?page=3'); // what covers the page may change it
  guarded.go(-1);
  expect([memory.location.search, closed]).toEqual(['?page=3', ['dialog', 'sheet']]);
  uncover[0]?.();
  guarded.go(-1);
  expect([closed.length, shown]).toEqual([2, ['PUSH /desk?page=3', 'POP /desk?page=2']]);
});

test('one asks for all; all are saved until one cannot', async () => {
  const { guarded, held, holdUp } = history('/desk');
  const done: string[] = [];
  let isSaved = false;
  const guard = (name: string, save: () => boolean): (() => void) =>
    holdUp({
      save: async () => {
        done.push(name);
        return save();
      },
    });
  guard('form', () => true);
  guard('comment', () => isSaved);
  guard('another', () => true);
  guarded.push('/items');
  expect(held.length).toBe(1);
  expect([await saveEach(guarded.guards), done.splice(0)]).toEqual([false, ['form', 'comment']]);
  isSaved = true;
  expect([await saveEach(guarded.guards), done]).toEqual([true, ['form', 'comment', 'another']]);
});
