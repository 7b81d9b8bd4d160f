import { expect, test, vi } from 'vitest';
import { noteBroughtBack, noteFinal, noteUndoable, standingVersion, takeUndoable, undoState } from './undo-stack.ts';
import { takeBack } from './use-undo.ts';

const done = (text: string) => ({ text, undone: '', entity: 'note', undo: () => Promise.resolve(null) });

test('the last thing done is the first to be taken back, each once', () => {
  const [first, second] = [done('first'), done('second')];
  noteUndoable(first);
  noteUndoable(second);
  expect(undoState().stack.at(-1)).toBe(second);
  expect(takeUndoable(second)).toBe(true);
  expect(takeUndoable(second)).toBe(false);
  expect(undoState().stack.at(-1)).toBe(first);
  takeUndoable(first);
  expect(undoState().stack.at(-1)).toBeUndefined();
});

test('the oldest is forgotten after fifty', () => {
  const all = Array.from({ length: 51 }, (_, index) => done(String(index)));
  all.forEach(noteUndoable);
  expect(all.toReversed().map((each) => takeUndoable(each))).toEqual([...Array<boolean>(50).fill(true), false]);
});

test('what an undo has brought back is known by its newest version, each record for itself', () => {
  const id = 'brought back'; // no other test of this process names it
  noteBroughtBack(id, 2, 4);
  noteBroughtBack(id, 4, 6);
  expect([1, 2, 4, 6].map((version) => standingVersion(id, version))).toEqual([1, 6, 6, 6]);
  expect(standingVersion('b', 2)).toBe(2);
});

test('what cannot be undone is said once, before anything older is undone', async () => {
  const undo = vi.fn<() => Promise<null>>(() => Promise.resolve(null));
  const older = { ...done('older'), undo };
  noteUndoable(older);
  noteFinal('Withdrawn: cannot be undone');
  const last = undoState().stack.at(-1);
  expect(last).toEqual({ text: 'Withdrawn: cannot be undone', undo: null });
  if (last) await takeBack(last);
  expect(undo).not.toHaveBeenCalled();
  expect(undoState().stack.at(-1)).toBe(older);
  noteFinal('Moved')();
  expect(undoState().stack.at(-1)).toBe(older);
  takeUndoable(older);
});
