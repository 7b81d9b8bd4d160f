import { useTexts } from '../../../base/texts/use-texts.tsx';
import styles from '../base/calendar.module.css';
import type { MoveNote } from './use-moving.tsx';
import { Why } from './why.tsx';

/** Where a record would be, and why it cannot be there. */
export function MoveNoteText({ entity, note }: { readonly entity: string; readonly note: MoveNote }) {
  const { t } = useTexts();
  return (
    <>
      <strong>{note.when}</strong>
      {note.verdict === null ? (
        <span>{t('transition.checking')}</span>
      ) : (
        <Why entity={entity} verdict={note.verdict} className={styles['reason'] ?? ''} />
      )}
      {note.onClose && (
        <button type="button" className={styles['close']} onClick={note.onClose}>
          {t('moving.close')}
        </button>
      )}
    </>
  );
}
