import { useMemo } from 'react';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useEverOpened } from '../../kit/dialogs/late-dialog.ts';
import { useUndoState } from '../../kit/undo/undo-stack.ts';
import { takeBack } from '../../kit/undo/use-undo.ts';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';

const UndoFailure = lateComponent(withLateTexts(async () => (await import('./undo-failure.tsx')).UndoFailure));

/** The command that undoes the last action (Ctrl Z), and the message when that fails. */
export function UndoHost() {
  const { t } = useTexts();
  const { stack, failed } = useUndoState();
  const last = stack.at(-1);
  const hasFailed = useEverOpened(failed !== null);
  const commands = useMemo(
    () =>
      last === undefined
        ? []
        : [
            command({
              id: 'undo',
              scope: 'everywhere',
              // What is undone is no name of the command: whoever looks for a record by its title would undo its last change.
              label: t('undo.button'),
              detail: last.text,
              group: t('commands.settings'),
              keys: ['mod+z'],
              run: () => void takeBack(last),
            }),
          ],
    [t, last],
  );
  useCommands(commands);
  return hasFailed && <UndoFailure />;
}
