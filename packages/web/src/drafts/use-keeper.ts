import { useEffect, useRef, useState } from 'react';
import { randomId } from '../form/once.ts';
import type { Draft } from '../form/use-draft.ts';
import { eraseDraft, keepDraft, type DraftPlace } from './draft-store.ts';
import { toKept } from './kept-values.ts';
import { typedValues } from './typed-values.ts';
import { useDraftBounds } from './use-draft-bounds.ts';

/** Keeps in the browser what is typed into a form. */
export interface Keeper {
  /** When it was last kept; null while nothing is typed or nothing of it may be kept. */
  readonly keptAt: string | null;
  /** True where it is too big, or the browser has no room. */
  readonly refused: boolean;
  /** Goes on with a draft that was restored. */
  adopt(slot: string): void;
  /** What was typed is saved or given up. */
  erase(): void;
}

/** Pause in typing after which it is written; a closing window writes at once. */
const PAUSE_MS = 250;

interface Kept {
  readonly at: string | null;
  readonly refused: boolean;
}

export function useKeeper(draft: Draft, place: DraftPlace, version: number | null, resumed: string | null): Keeper {
  const bounds = useDraftBounds();
  const [kept, setKept] = useState<Kept>({ at: null, refused: false });
  const [ownSlot] = useState(() => resumed ?? randomId());
  const slot = useRef(ownSlot);
  /** What was typed when it was erased, as JSON. */
  const finished = useRef<string | null>(null);
  const pending = useRef<(() => Kept) | null>(null);
  const write = (): Kept => {
    pending.current = null;
    const typed = typedValues(draft);
    // What was saved or given up must not come back as a draft while the form still stands there.
    if (JSON.stringify(typed) === finished.current) return { at: null, refused: false };
    finished.current = null;
    const fields = draft.plan.fields.filter((field) => Object.hasOwn(typed, field.id));
    const values = toKept(fields, typed);
    if (Object.keys(values).length === 0) {
      eraseDraft(localStorage, place, slot.current);
      return { at: null, refused: false };
    }
    const at = new Date();
    const stored = toKept(fields, Object.fromEntries(fields.map((field) => [field.id, draft.stored(field)])));
    const entry = { slot: slot.current, at: at.toISOString(), version, values, stored };
    return keepDraft(localStorage, place, entry, bounds, at.getTime())
      ? { at: entry.at, refused: false }
      : { at: null, refused: true };
  };
  useEffect(() => {
    pending.current = write;
    const timer = setTimeout(() => pending.current && setKept(pending.current()), PAUSE_MS);
    return () => clearTimeout(timer);
    // Written anew when what was typed has changed, and for nothing else.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft.values]);
  useEffect(() => {
    const flush = (): void => void pending.current?.();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  return {
    keptAt: kept.at,
    refused: kept.refused,
    adopt: (other) => {
      slot.current = other;
    },
    erase: () => {
      pending.current = null;
      finished.current = JSON.stringify(typedValues(draft));
      eraseDraft(localStorage, place, slot.current);
      slot.current = randomId();
      setKept({ at: null, refused: false });
    },
  };
}
