import { Modal } from '@mantine/core';
import { useMemo } from 'react';
import { command, useCommands } from '../commands/registry.ts';
import { ErrorBanner } from '../messages/error-banner.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { noteFailure, useUndoState } from './undo-stack.ts';
import { useTakeBack } from './use-undo.ts';

/** Offers to take back what was done last (Ctrl Z), and says why where that fails. */
export function UndoHost() {
  const { t } = useTexts();
  const { stack, failed } = useUndoState();
  const takeBack = useTakeBack();
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
    // takeBack does the same on each drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
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
      {failed && <ErrorBanner failure={failed.failure} entity={failed.done.entity} />}
    </Modal>
  );
}
