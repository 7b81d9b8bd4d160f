import { Modal } from '@mantine/core';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useOpening } from '../../kit/dialogs/late-dialog.ts';
import { noteFailure, useUndoState } from '../../kit/undo/undo-stack.ts';
import { takeBack } from '../../kit/undo/use-undo.ts';

/** Says that the last action could not be undone, and offers to try again. */
export function UndoFailure() {
  const { t } = useTexts();
  const { failed } = useUndoState();
  const opened = useOpening(failed !== null);
  return (
    <Modal
      opened={opened}
      onClose={() => noteFailure(null)}
      title={t('undo.failed')}
      closeButtonProps={{ 'aria-label': t('undo.close') }}
    >
      {failed && <p>{failed.done.text}</p>}
      {failed && (
        <ActionFailure
          failure={failed.failure}
          entity={failed.done.entity}
          onRetry={() => {
            noteFailure(null);
            void takeBack(failed.done);
          }}
        />
      )}
    </Modal>
  );
}
