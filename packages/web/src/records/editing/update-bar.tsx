import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ChangeSince, Entity, RecordValue } from '@ninefold/model';
import { Differences } from '../../fields/cells/differences.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { changesText, namesOf } from './changes-text.ts';
import { differing } from './merging.ts';
import { useLazyRecordQuery } from '../../base/calls/record-api.ts';
import styles from './editing.module.css';

interface UpdateBarProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** The changes of other users since the version on the page. */
  readonly changes: readonly ChangeSince[];
  readonly editing: boolean;
}

interface Shown {
  readonly before: RecordValue;
  readonly changes: readonly ChangeSince[];
}

/** Says that other users changed the record, and shows their changes on request. The bar never takes the focus and never scrolls the page. */
export function UpdateBar({ entity, record, changes, editing }: UpdateBarProps) {
  const texts = useTexts();
  const { t } = texts;
  const [fetchRecord] = useLazyRecordQuery();
  const [shown, setShown] = useState<Shown | null>(null);
  // What was shown before the editing is no news after it.
  if (editing && shown !== null) setShown(null);
  const name = namesOf(texts, changes);
  // without a history nobody tells which fields were changed
  const namesFields = changes.some(({ fields }) => fields.length > 0);
  const show = async (): Promise<void> => {
    const answer = await fetchRecord({ entity: entity.id, id: record.id });
    if (answer.data) setShown({ before: record, changes });
  };
  return (
    <>
      {shown && <ChangesShown entity={entity} record={record} shown={shown} onClose={() => setShown(null)} />}
      <div
        className={styles['update']}
        data-nf-updated={changes.length > 0 || undefined}
        data-editing={editing || undefined}
      >
        <output>
          {changes.length > 0 && (
            <>
              <RefreshCw size={16} aria-hidden />{' '}
              {editing && namesFields
                ? t('record.updated_while_editing', { changes: changesText(texts, entity.id, changes) })
                : changes.every(({ by_itself }) => by_itself)
                  ? t('record.updated_by_itself')
                  : name === null
                    ? t('record.updated')
                    : t('record.updated_by', { name })}
            </>
          )}
        </output>
        {changes.length > 0 && !editing && (
          <Button variant="default" size="sm" onClick={() => void show()} data-nf-show-changes>
            {t('record.show_changes')}
          </Button>
        )}
      </div>
    </>
  );
}

interface ChangesShownProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly shown: Shown;
  readonly onClose: () => void;
}

function ChangesShown({ entity, record, shown, onClose }: ChangesShownProps) {
  const texts = useTexts();
  const { t } = texts;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const value = (of: RecordValue) => (field: { readonly id: string }) => of[field.id] ?? null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles['changes']}
      aria-label={t('record.show_changes')}
      data-nf-changes-shown
    >
      {shown.changes.some(({ fields }) => fields.length > 0) && (
        <p>{t('record.changes_made', { changes: changesText(texts, entity.id, shown.changes) })}</p>
      )}
      <Differences
        placeOf={() => ({ entity: entity.id })}
        fields={differing(entity, shown.before, record)}
        headings={[t('record.original'), t('record.now')]}
        before={value(shown.before)}
        after={value(record)}
      />
      <Button variant="default" size="sm" mt="sm" onClick={onClose}>
        {t('record.hide_changes')}
      </Button>
    </section>
  );
}
