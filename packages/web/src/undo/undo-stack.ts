import { useSyncExternalStore } from 'react';
import type { Failure } from '../store/failure.ts';

/** Something that was done and can be taken back. */
export interface Undoable {
  /** What was done, as the reader was told. */
  readonly text: string;
  /** What it was done to. */
  readonly entity: string;
  /** Takes it back; answers why not where that fails. */
  readonly undo: () => Promise<Failure | null>;
}

interface UndoState {
  /** The last thing done is the last. */
  readonly stack: readonly Undoable[];
  /** What could not be taken back, until the reader has seen it. */
  readonly failed: { readonly done: Undoable; readonly failure: Failure } | null;
}

/** How many steps can be taken back. */
const MOST = 50;

let state: UndoState = { stack: [], failed: null };
const listeners = new Set<() => void>();

function change(next: Partial<UndoState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Notes what was just done, as the first to be taken back. */
export function noteUndoable(done: Undoable): void {
  change({ stack: [...state.stack, done].slice(-MOST) });
}

/** Takes it off the stack; false where it has been taken back already. */
export function takeUndoable(done: Undoable): boolean {
  if (!state.stack.includes(done)) return false;
  change({ stack: state.stack.filter((each) => each !== done) });
  return true;
}

/** Says what could not be taken back; null once the reader has seen it. */
export function noteFailure(failed: UndoState['failed']): void {
  change({ failed });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What can be taken back, now. */
export function undoState(): UndoState {
  return state;
}

/** What can be taken back; the part that calls is drawn again when it changes. */
export function useUndoState(): UndoState {
  return useSyncExternalStore(subscribe, undoState);
}
