import { Button, Group, Modal } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface LeaveDialogProps {
  readonly opened: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

/** Asks whether to save or discard the changes. */
export function LeaveDialog({ opened, onKeep, onDiscard, onSave }: LeaveDialogProps) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onKeep}
      title={t('form.leave_title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <p>{t('form.leave_text')}</p>
      <Group justify="flex-end" mt="md" data-nf-leave>
        <Button variant="default" onClick={onDiscard} data-nf-leave-discard>
          {t('form.discard')}
        </Button>
        <Button variant="default" onClick={onSave} data-nf-leave-save>
          {t('form.save')}
        </Button>
        <Button data-autofocus onClick={onKeep}>
          {t('form.keep')}
        </Button>
      </Group>
    </Modal>
  );
}
