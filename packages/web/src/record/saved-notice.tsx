import type { Entity } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/use-texts.ts';
import styles from './record.module.css';

/** What was just done here. */
export type Saved =
  | { readonly kind: 'created' | 'saved'; readonly at: string }
  | { readonly kind: 'fired'; readonly transition: string; readonly at: string }
  /** Others changed these fields meanwhile; both changes stand. */
  | { readonly kind: 'merged'; readonly by: string | null; readonly fields: readonly string[]; readonly at: string };

/** Says it in place, without taking the focus. */
export function SavedNotice({ entity, saved }: { readonly entity: Entity; readonly saved: Saved | null }) {
  const texts = useTexts();
  const format = useFormat();
  const say = (done: Saved): string => {
    const time = format.time(done.at);
    if (done.kind === 'fired')
      return texts.t('record.fired', { what: texts.transitionDone(entity.id, done.transition), time });
    if (done.kind !== 'merged') return texts.t(`record.${done.kind}`, { time });
    const fields = done.fields.map((field) => texts.field(entity.id, field)).join(', ');
    return texts.t('record.merged', { time, fields, name: done.by ?? texts.t('record.somebody') });
  };
  return (
    <output className={styles['saved']} data-nf-saved={saved?.kind}>
      {saved === null ? '' : say(saved)}
    </output>
  );
}
