import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Entity, RecordValue, ReferenceValue } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useRemoveMutation, useRestoreMutation } from '../../base/calls/record-api.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { pastWarnings } from '../../kit/undo/past-warnings.ts';
import { noteUndoable } from '../../kit/undo/undo-stack.ts';
import styles from './trash.module.css';

interface TrashedRecordProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** Who deleted it; null where nothing tells. */
  readonly by: ReferenceValue | null;
  readonly onRestored: (name: string) => void;
}

/** A record of the trash: when and by whom it was deleted, and the button that restores it. */
export function TrashedRecord({ entity, record, by, onRestored }: TrashedRecordProps) {
  const { t } = useTexts();
  const format = useFormat();
  const [restore] = useRestoreMutation();
  const [remove] = useRemoveMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const name = record.title ?? record.id;
  const takeBack = async (): Promise<void> => {
    setFailure(null);
    const answer = await restore({ entity: entity.id, id: record.id });
    if (answer.error !== undefined) return setFailure(toFailure(answer.error));
    onRestored(name);
    noteUndoable({
      text: t('trash.restored', { name }),
      undone: t('record.deleted', { name }),
      entity: entity.id,
      undo: () =>
        pastWarnings(async (confirm) => {
          const { error } = await remove({ entity: entity.id, id: record.id, version: answer.data.version, confirm });
          return error === undefined ? null : toFailure(error);
        }),
    });
  };
  const time = format.instant(String(record['trashed_at'] ?? record.changed_at));
  return (
    <li className={styles['item']} data-nf-record={record.id}>
      <div className={styles['name']}>
        <bdi>{name}</bdi>
        <span className={styles['hint']}>
          {by?.title === undefined ? t('trash.deleted', { time }) : t('trash.deleted_by', { time, person: by.title })}
        </span>
      </div>
      <Button
        variant="default"
        leftSection={<Undo2 size={16} aria-hidden />}
        onClick={() => void takeBack()}
        aria-label={t('trash.restore_name', { name })}
        data-nf-restore
      >
        {t('trash.restore')}
      </Button>
      {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={() => void takeBack()} />}
    </li>
  );
}
