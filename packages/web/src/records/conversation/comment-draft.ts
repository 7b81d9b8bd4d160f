import { useEffect, useRef, useState } from 'react';
import { idOf, type CommentBody, type Wire } from '@ninefold/model';
import { randomId } from '../../base/store/random-id.ts';
import { draftsAt, eraseDraft, storeDraft, targetsBehind, type StoredDraft } from '../../forms/autosave/draft-store.ts';
import { useDraftBounds, useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import type { Talk } from './conversation-api.ts';
import type { Mentioned } from './mentions.ts';

/** A comment while it is written. */
export interface WrittenComment {
  readonly text: string;
  readonly internal: boolean;
  readonly picked: readonly Mentioned[];
  /** Files that have arrived, and stand-ins for those on their way. */
  readonly files: readonly Wire[];
  /** The id of the comment that it answers, and how that begins. */
  readonly quote: { readonly id: string; readonly text: string } | null;
}

/** An empty comment. */
export const NOTHING_WRITTEN: WrittenComment = { text: '', internal: false, picked: [], files: [], quote: null };

/** What is written, kept in the browser until it was sent. */
export interface CommentDraft {
  readonly written: WrittenComment;
  /** RFC 3339: when what was left unsent before was last typed at; null where nothing was. */
  readonly keptAt: string | null;
  write(change: Partial<WrittenComment>): void;
  /** The key of a call with this body: the same as before while it is not known whether that came through. */
  keyOf(body: CommentBody): string;
  /** Forgets what was sent. What was typed and added meanwhile stays: it is the next comment. */
  clear(body: CommentBody): void;
}

const SLOT = 'comment';
const PAUSE_MS = 250;

/** Reads what this person has left unsent here, and stores what they write from now on, with the key under which it is sent. */
export function useCommentDraft({ entity, id }: Talk): CommentDraft {
  const place = useDraftPlace(entity, `comment ${id}`);
  const bounds = useDraftBounds();
  const [kept] = useState(() => readKept(localStorage, { place, bounds }));
  const [written, setWritten] = useState(kept.written);
  const sent = useRef(kept.sent);
  const store = (): void => {
    if (written === kept.written && sent.current === kept.sent) return; // its time stays that of the last typing
    if (written.text === '' && written.quote === null && written.files.length === 0)
      return eraseDraft(localStorage, place, SLOT);
    const value = JSON.stringify({ written, sent: sent.current });
    const values = { comment: { type: 'comment', value } };
    const at = new Date();
    const draft = { slot: SLOT, at: at.toISOString(), version: null, values, stored: {} };
    storeDraft(localStorage, draft, { place, bounds, now: at.getTime() });
  };
  const latest = useRef(store);
  useEffect(() => {
    latest.current = store;
  });
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  useEffect(() => {
    const flush = (): void => latest.current();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  return {
    written,
    keptAt: kept.at,
    write: (change) => setWritten((before) => ({ ...before, ...change })),
    keyOf: (body) => {
      const text = JSON.stringify(body);
      if (sent.current?.body !== text) sent.current = { body: text, key: randomId() };
      store();
      return sent.current.key;
    },
    clear: ({ text, files = [] }) => {
      sent.current = null;
      setWritten((before) => ({
        ...{ ...before, quote: null, text: withoutBeginning(before.text, text) },
        files: before.files.filter((file) => !files.includes(idOf(file) ?? '')),
      }));
      eraseDraft(localStorage, place, SLOT);
    },
  };
}

/** What is changed of a comment, and the version of it that is changed. */
export interface ChangedComment extends Pick<WrittenComment, 'text' | 'files' | 'picked'> {
  readonly version: number;
}

const EDIT = 'edit ';

/** The ids of comments whose change this person has left unsaved. */
export function useLeftEdits(entity: string): readonly string[] {
  const { user } = useDraftPlace(entity, '');
  return useState(() => targetsBehind(localStorage, user, entity, EDIT))[0];
}

/** Keeps what is changed of a comment in the browser, until it is saved or given up. */
export function useEditDraft(
  entity: string,
  id: string,
): { readonly kept: ChangedComment | null; readonly keep: (changed: ChangedComment | null) => void } {
  const place = useDraftPlace(entity, `${EDIT}${id}`);
  const bounds = useDraftBounds();
  const [kept] = useState(() => readEdit(draftsAt(localStorage, place, bounds, Date.now())[0]));
  const keep = (changed: ChangedComment | null): void => {
    if (changed === null) return eraseDraft(localStorage, place, SLOT);
    const at = new Date();
    const values = { comment: { type: 'comment', value: JSON.stringify(changed) } };
    const draft = { slot: SLOT, at: at.toISOString(), version: changed.version, values, stored: {} };
    storeDraft(localStorage, draft, { place, bounds, now: at.getTime() });
  };
  return { kept, keep };
}

/** What was left; nothing where it cannot be read. */
function readEdit(draft: StoredDraft | undefined): ChangedComment | null {
  const value = draft?.values['comment']?.value;
  if (typeof value !== 'string') return null;
  try {
    const changed = JSON.parse(value) as ChangedComment; // as `useEditDraft` has stored it
    return typeof changed.text === 'string' ? changed : null;
  } catch {
    return null;
  }
}

/** What stands behind a text that was sent; all of it where that was changed. */
function withoutBeginning(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

/** A body that was sent, and its key. */
interface Sent {
  readonly body: string;
  readonly key: string;
}

interface Kept {
  readonly at: string | null;
  readonly written: WrittenComment;
  readonly sent: Sent | null;
}

/** What was left; nothing where it cannot be read. */
function readKept(
  storage: Storage,
  { place, bounds }: Pick<Parameters<typeof storeDraft>[2], 'place' | 'bounds'>,
): Kept {
  const [draft] = draftsAt(storage, place, bounds, Date.now());
  const value = draft?.values['comment']?.value;
  const none: Kept = { at: null, written: NOTHING_WRITTEN, sent: null };
  if (draft === undefined || typeof value !== 'string') return none;
  try {
    const { written, sent } = JSON.parse(value) as Kept; // as `useCommentDraft` has stored it
    return typeof written.text === 'string'
      ? { at: draft.at, written: { ...NOTHING_WRITTEN, ...written }, sent }
      : none;
  } catch {
    return none;
  }
}
