import type { Filter } from '@ninefold/model';
import { useEffect, useRef } from 'react';

/** So long nobody has typed before what is typed narrows the list. */
const PAUSE_MS = 400;

interface Applied {
  /** `null`: it cannot be read, and narrows nothing. What is typed waits for a pause. */
  readonly change: (filters: readonly Filter[] | null, isTyped: boolean) => void;
  /** An input method begins or ends to convert what is typed: meanwhile it narrows nothing. */
  readonly convert: (isOn: boolean) => void;
  /** Waits no longer. False: what stands there cannot be read. */
  readonly now: () => boolean;
}

interface State {
  waits: readonly Filter[] | null;
  readable: boolean;
  /** Whether what was applied last was typed. */
  typed: boolean;
  /** Whether an input method is converting. */
  converts: boolean;
  timer: number;
}

/** Applies filters as they are chosen. What waits when the form closes is applied then. */
export function useApplied(onApply: (filters: readonly Filter[], goesOn: boolean) => void): Applied {
  const tell = useRef(onApply);
  useEffect(() => {
    tell.current = onApply;
  });
  const state = useRef<State>({ waits: null, readable: true, typed: false, converts: false, timer: 0 });
  const flush = useRef((isTyped: boolean) => {
    const { current } = state;
    clearTimeout(current.timer);
    if (current.waits === null) return;
    const goesOn = isTyped && current.typed;
    tell.current(current.waits, goesOn);
    Object.assign(current, { waits: null, typed: isTyped });
  });
  const wait = (): void => {
    const { current } = state;
    clearTimeout(current.timer);
    if (!current.converts) current.timer = window.setTimeout(() => flush.current(true), PAUSE_MS);
  };
  useEffect(() => {
    const last = flush.current;
    return () => last(true);
  }, []);
  return {
    change: (filters, isTyped) => {
      const { current } = state;
      clearTimeout(current.timer);
      Object.assign(current, { waits: filters, readable: filters !== null });
      if (isTyped) wait();
      else flush.current(false);
    },
    convert: (isOn) => {
      state.current.converts = isOn;
      wait();
    },
    now: () => {
      flush.current(true);
      return state.current.readable;
    },
  };
}
