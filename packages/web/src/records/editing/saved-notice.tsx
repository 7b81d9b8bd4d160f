import { useCallback, useState } from 'react';
import type { Entity, RecordValue } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { undoState, useUndoState } from '../../kit/undo/undo-stack.ts';
import { useStands } from '../approvals/use-approvals.ts';
import { changesText, isByItself, type Change } from './changes-text.ts';
import styles from './editing.module.css';

/** The last action on this page. */
export type Saved =
  | { readonly kind: 'created' | 'saved' | 'undone'; readonly at: string }
  | { readonly kind: 'fired'; readonly transition: string; readonly at: string }
  /** An approval was given; others are awaited before the transition fires. */
  | { readonly kind: 'pressed'; readonly transition: string; readonly at: string }
  /** Others changed these fields in the meantime, or the application in consequence. Both changes are saved. */
  | { readonly kind: 'merged'; readonly changes: readonly Change[]; readonly at: string };

/** The notice after a transition, or after an approval that waits for others. */
export function firedNow(transition: string, changed: RecordValue): Saved {
  return { kind: changed['awaits'] === undefined ? 'fired' : 'pressed', transition, at: new Date().toISOString() };
}

/** The last action, and its undoing once that has happened; `set` takes the next one. */
export function useSaved(
  record: string,
  arrived: Saved | null,
): readonly [Saved | null, (saved: Saved | null) => void] {
  const { undone } = useUndoState();
  const [kept, setKept] = useState<{ readonly saved: Saved | null; readonly after: typeof undone }>({
    saved: arrived,
    after: undone,
  });
  const isUndone = undone !== null && undone !== kept.after && undone.done.record === record;
  const set = useCallback((saved: Saved | null): void => setKept({ saved, after: undoState().undone }), []);
  return [isUndone ? { kind: 'undone', at: undone.at } : kept.saved, set];
}

/** Shows the last action as text on the page. The focus does not move. */
export function SavedNotice({ entity, saved }: { readonly entity: Entity; readonly saved: Saved | null }) {
  const texts = useTexts();
  const format = useFormat();
  const say = (done: Saved): string => {
    const time = format.time(done.at);
    if (done.kind === 'fired')
      return texts.t('record.fired', { what: texts.transitionDone(entity.id, done.transition), time });
    if (done.kind === 'pressed')
      return texts.t('record.pressed', { what: texts.transition(entity.id, done.transition), time });
    const made = done.kind === 'created' ? texts.createDone(entity.id) : null;
    if (made !== null) return texts.t('record.fired', { what: made, time });
    if (done.kind !== 'merged') return texts.t(`record.${done.kind}`, { time });
    const changes = changesText(texts, entity.id, done.changes);
    return texts.t(isByItself(done.changes) ? 'history.followed' : 'record.merged', { time, changes });
  };
  return (
    <output className={styles['saved']} data-nf-saved={saved?.kind}>
      {saved === null ? '' : say(saved)}
    </output>
  );
}

interface RecordNoticeProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly saved: Saved | null;
}

/** The last action on a record; an own approval as long as it stands. */
export function RecordNotice({ entity, record, saved }: RecordNoticeProps) {
  const stands = useStands(entity, record);
  const isPast = saved?.kind === 'pressed' && !stands(saved.transition);
  return <SavedNotice entity={entity} saved={isPast ? null : saved} />;
}
