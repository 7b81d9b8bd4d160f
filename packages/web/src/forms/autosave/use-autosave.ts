import { useEffect, useRef, useState } from 'react';
import { readerOf } from '../../base/session/private-storage.ts';
import { randomId } from '../../base/store/random-id.ts';
import type { Draft, Values } from '../draft/use-draft.ts';
import { type DraftPlace, eraseDraft, holdsDraft, storeDraft, type StoredDraft } from './draft-store.ts';
import { toDraftValues } from './draft-values.ts';
import { useDraftBounds } from './use-draft-place.ts';
import { sameValue } from '@ninefold/model';

/** Why a draft is not kept. */
export type DraftRefused = 'no_room' | 'signed_out';

/** Stores the typed values of a form in the browser. */
export interface Autosave {
  /** When the values were last stored. Null: nothing is typed, or nothing of it may be stored. */
  readonly storedAt: string | null;
  /** Why the draft is not kept: it is too big or the browser has no room, or its user is no longer signed in here. Null: it is kept. */
  readonly refused: DraftRefused | null;
  /** Continues a restored draft. `replaced`: it took the place of something typed, which stays a draft of its own. */
  adopt(other: StoredDraft, replaced: boolean): void;
  /** Keeps with the draft, at once, under which key it was sent without an answer; null: it was not. */
  sent(key: string | null): void;
  /** Erases the stored draft, after the values were saved or discarded. */
  erase(): void;
}

/** The pause in typing after which the draft is stored. A closing window stores it at once. */
const PAUSE_MS = 250;

interface Status {
  readonly at: string | null;
  readonly refused: DraftRefused | null;
}

const NOTHING_KEPT: Status = { at: null, refused: null };

export function useAutosave(draft: Draft, place: DraftPlace, version: number | null, resumed: string | null): Autosave {
  const bounds = useDraftBounds();
  const [status, setStatus] = useState(NOTHING_KEPT);
  const [ownSlot] = useState(() => resumed ?? randomId());
  const slot = useRef(ownSlot);
  const lostKey = useRef<string | null>(null);
  /** The values at the moment when the draft was erased, as JSON. */
  const finished = useRef<string | null>(null);
  const pending = useRef<(() => Status) | null>(null);
  const write = (): Status => {
    pending.current = null;
    const typed = typedValues(draft);
    // Saved or discarded values must not be stored again while the form is still open.
    if (JSON.stringify(typed) === finished.current) return NOTHING_KEPT;
    finished.current = null;
    const fields = draft.plan.fields.filter((field) => Object.hasOwn(typed, field.id));
    const values = toDraftValues(fields, typed);
    if (Object.keys(values).length === 0) {
      eraseDraft(localStorage, place, slot.current);
      return NOTHING_KEPT;
    }
    const at = new Date();
    const stored = toDraftValues(fields, Object.fromEntries(fields.map((field) => [field.id, draft.stored(field)])));
    const sent = lostKey.current === null ? {} : { key: lostKey.current };
    const entry = { slot: slot.current, at: at.toISOString(), version, values, stored, ...sent };
    if (storeDraft(localStorage, entry, { place, bounds, now: at.getTime() })) return { at: entry.at, refused: null };
    return { at: null, refused: readerOf(localStorage) === place.user ? 'no_room' : 'signed_out' };
  };
  useEffect(() => {
    pending.current = write;
    const timer = setTimeout(() => pending.current && setStatus(pending.current()), PAUSE_MS);
    return () => clearTimeout(timer);
    // Only a change of the typed values stores the draft again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft.values]);
  useStoredElsewhere(() => {
    const isOwn = readerOf(localStorage) === place.user;
    if (isOwn !== (status.refused !== 'signed_out')) setStatus(write());
    else if (status.at !== null && !holdsDraft(localStorage, place, slot.current)) setStatus(NOTHING_KEPT);
  });
  useEffect(() => {
    const flush = (): void => void pending.current?.();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  return {
    storedAt: status.at,
    refused: status.refused,
    adopt: (other, replaced) => {
      if (replaced) pending.current?.();
      else eraseDraft(localStorage, place, slot.current);
      slot.current = other.slot;
      lostKey.current = other.key ?? null;
    },
    sent: (key) => {
      if (key === lostKey.current) return;
      lostKey.current = key;
      setStatus(write());
    },
    erase: () => {
      pending.current = null;
      finished.current = JSON.stringify(typedValues(draft));
      eraseDraft(localStorage, place, slot.current);
      slot.current = randomId();
      setStatus(NOTHING_KEPT);
    },
  };
}

/** Calls back when another window has changed what the browser holds: signing out there erases drafts, and signing in keeps them again. */
function useStoredElsewhere(changed: () => void): void {
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  });
  useEffect(() => {
    const hear = (): void => latest.current();
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, []);
}

/** The values that the user typed and that differ from the initial ones, hidden fields included. */
function typedValues({ plan, values, stored }: Draft): Values {
  const typed = plan.fields.filter(
    (field) => Object.hasOwn(values, field.id) && !sameValue(field, values[field.id] ?? null, stored(field)),
  );
  return Object.fromEntries(typed.map((field) => [field.id, values[field.id] ?? null]));
}
