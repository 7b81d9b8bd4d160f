import { useSyncExternalStore } from 'react';
import type { Failure } from '../../base/store/failure.ts';

/** Why an action was not undone. */
export interface NotUndone extends Failure {
  /** What was undone of it nevertheless; without it, nothing. */
  readonly said?: string;
}

/** An action that the user can undo. */
export interface Undoable {
  /** The text that the user was shown after the action. */
  readonly text: string;
  /** The text that says that it was undone: “Restored SD-2026-00001”. */
  readonly undone: string;
  /** The entity of the record. */
  readonly entity: string;
  /** The one record that was changed, and is still there. */
  readonly record?: string;
  /** Undoes the action. Not null: it failed for this reason. */
  readonly undo: () => Promise<NotUndone | null>;
}

/** An action that cannot be undone. What was done before it is undone only once this was said. */
export interface Final {
  /** What was done, and that it cannot be undone. */
  readonly text: string;
  readonly undo: null;
}

interface UndoState {
  /** The most recent action is the last. */
  readonly stack: readonly (Undoable | Final)[];
  /** The failed undo, until the user closes its message. */
  readonly failed: { readonly done: Undoable; readonly failure: NotUndone } | null;
  /** What was undone last, and when (RFC 3339). */
  readonly undone: { readonly done: Undoable; readonly at: string } | null;
}

/** How many actions can be undone. */
const MOST = 50;

let state: UndoState = { stack: [], failed: null, undone: null };
const listeners = new Set<() => void>();

function change(next: Partial<UndoState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Notes that the last action cannot be undone; what is answered is called where a way to undo it is found after all. */
export function noteFinal(text: string): () => void {
  const done: Final = { text, undo: null };
  noteUndoable(done);
  return () => void takeUndoable(done);
}

/** Puts an action on top of the stack. */
export function noteUndoable(done: Undoable | Final): void {
  change({ stack: [...state.stack, done].slice(-MOST) });
}

/** Removes an action from the stack. False: it is no longer there. */
export function takeUndoable(done: Undoable | Final): boolean {
  if (!state.stack.includes(done)) return false;
  change({ stack: state.stack.filter((each) => each !== done) });
  return true;
}

/** Sets the failed undo. Null: the user has closed its message. */
export function noteFailure(failed: UndoState['failed']): void {
  change({ failed });
}

/** Notes that an action was undone at a moment. */
export function noteUndone(done: Undoable, at: string): void {
  change({ undone: { done, at } });
}

/** Versions that an undo has brought back, by the record and the version whose values stand again. */
const broughtBack = new Map<string, number>();

const keyOf = (record: string, version: number): string => `${record} ${version}`;

/** Notes that the values of a version of a record stand again, as a newer version. */
export function noteBroughtBack(record: string, version: number, now: number): void {
  broughtBack.set(keyOf(record, version), now);
}

/** The version in which the values of a version stand now: itself, unless an undo has brought it back. */
export function standingVersion(record: string, version: number): number {
  const now = broughtBack.get(keyOf(record, version));
  return now === undefined ? version : standingVersion(record, now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The present state. */
export function undoState(): UndoState {
  return state;
}

/** The present state, as a hook. */
export function useUndoState(): UndoState {
  return useSyncExternalStore(subscribe, undoState);
}
