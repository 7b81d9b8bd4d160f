import { Modal } from '@mantine/core';
import { useMemo } from 'react';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { ActionFailure } from '../../fields/messages/action-failure.tsx';
import { useTexts } from '../../base/texts/use-texts.ts';
import { noteFailure, useUndoState } from '../../kit/undo/undo-stack.ts';
import { takeBack } from '../../kit/undo/use-undo.ts';

/** The command that undoes the last action (Ctrl Z), and the message when that fails. */
export function UndoHost() {
  const { t } = useTexts();
  const { stack, failed } = useUndoState();
  const last = stack.at(-1);
  const commands = useMemo(
    () =>
      last === undefined
        ? []
        : [
            command({
              id: 'undo',
              scope: 'everywhere',
              label: t('undo.command', { what: last.text }),
              group: t('commands.settings'),
              keys: ['mod+z'],
              run: () => void takeBack(last),
            }),
          ],
    [t, last],
  );
  useCommands(commands);
  return (
    <Modal
      opened={failed !== null}
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
