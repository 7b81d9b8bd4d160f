import { Button, Group } from '@mantine/core';
import type { ImportAnswer } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import classes from './import.module.css';

interface AskUndoProps {
  readonly answer: Pick<ImportAnswer, 'created' | 'changed'>;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** Asks before an import of some time ago is taken back: what it created is deleted, and nothing takes the undoing back. */
export function AskUndo({ answer: { created, changed }, onUndo, onClose }: AskUndoProps) {
  const { t } = useTexts();
  return (
    <Dialog opened onClose={onClose} title={t('import.undo')}>
      <div className={classes['step']}>
        <p>{t('import.undo_text', { created, changed })}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button color="danger" onClick={onUndo} data-nf-save>
            {t('import.undo')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
