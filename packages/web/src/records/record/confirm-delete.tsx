import { Button, Group } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import type { Entity, RecordValue } from '@ninefold/model';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface ConfirmDeleteProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** Why the last attempt did not delete it. */
  readonly failure: Failure | null;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before a record is deleted for good, because its entity has no trash. */
export function ConfirmDelete({ entity, record, failure, onClose, onConfirm }: ConfirmDeleteProps) {
  const texts = useTexts();
  const { t } = texts;
  const name = record.title ?? texts.entity(entity.id);
  return (
    <Dialog opened onClose={onClose} title={t('record.delete_title', { name })}>
      <p>{t('record.delete_text')}</p>
      {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={onConfirm} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button color="danger" onClick={onConfirm}>
          {t('record.delete')}
        </Button>
      </Group>
    </Dialog>
  );
}
