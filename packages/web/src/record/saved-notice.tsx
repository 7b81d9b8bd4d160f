import type { ChangeSince, Entity } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/use-texts.ts';
import { changesText } from './changes-text.ts';
import styles from './record.module.css';

/** What was just done here. */
export type Saved =
  | { readonly kind: 'created' | 'saved'; readonly at: string }
  | { readonly kind: 'fired'; readonly transition: string; readonly at: string }
  /** Others changed these fields meanwhile; both changes stand. */
  | {
      readonly kind: 'merged';
      readonly changes: readonly Pick<ChangeSince, 'by' | 'fields'>[];
      readonly at: string;
    };

/** Says it in place, without taking the focus. */
export function SavedNotice({ entity, saved }: { readonly entity: Entity; readonly saved: Saved | null }) {
  const texts = useTexts();
  const format = useFormat();
  const say = (done: Saved): string => {
    const time = format.time(done.at);
    if (done.kind === 'fired')
      return texts.t('record.fired', { what: texts.transitionDone(entity.id, done.transition), time });
    if (done.kind !== 'merged') return texts.t(`record.${done.kind}`, { time });
    return texts.t('record.merged', { time, changes: changesText(texts, entity.id, done.changes) });
  };
  return (
    <output className={styles['saved']} data-nf-saved={saved?.kind}>
      {saved === null ? '' : say(saved)}
    </output>
  );
}
