import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isOver, OVER } from '../../base/navigation/over.ts';
import { PEEK } from './peek-param.ts';

/** The record that is looked at beside its list, as the address says it beside the state of the list: `peek=<id>`. */
export interface PeekPlace {
  /** Null where none is. */
  readonly id: string | null;
  /**
   * Shows another record, or none. The first one is a step of the browser's history; those after it take its place, and closing goes
   * back that step. Where the page came with a record, there is no step to go back.
   */
  readonly go: (id: string | null) => void;
}

export function usePeekPlace(): PeekPlace {
  const [params, setParams] = useSearchParams();
  const id = params.get(PEEK);
  const isOpen = id !== null;
  const isStep = isOver(useLocation());
  const navigate = useNavigate();
  const go = useCallback(
    (next: string | null) => {
      if (next === null && isStep) return void navigate(-1);
      setParams(
        (current) => {
          const others = new URLSearchParams(current);
          others.delete(PEEK);
          if (next !== null) others.set(PEEK, next);
          return others;
        },
        { replace: isOpen, state: isStep || !isOpen ? OVER : null },
      );
    },
    [setParams, navigate, isOpen, isStep],
  );
  return { id, go };
}

/** The records of the page, as they follow each other there. */
function recordsShown(): readonly string[] {
  const shown = document.querySelectorAll<HTMLElement>('main [data-nf-entity] [data-nf-record] [data-nf-open]');
  return [...new Set([...shown].map((link) => link.dataset['nfOpen'] ?? ''))];
}

/** The record before or after this one on the page; null at the end, and where this one is not there. */
export function neighbourOf(id: string, by: 1 | -1): string | null {
  const shown = recordsShown();
  const now = shown.indexOf(id);
  return now < 0 ? null : (shown[now + by] ?? null);
}

/** Where a record of the page is opened from. */
export function linkOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main [data-nf-open="${CSS.escape(id)}"]`);
}
