import { useMemo } from 'react';
import { command, useCommands } from '../commands/registry.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Names the keys of a form for the list of keys; the form itself hears them, since they work while somebody types. */
export function useFormCommands(label: string, submit: () => void): void {
  const { t } = useTexts();
  const commands = useMemo(
    () => [
      command({
        id: 'form.save',
        scope: 'form',
        label: t('form.save'),
        group: label,
        keys: ['mod+s', 'mod+enter'],
        run: submit,
      }),
    ],
    [t, label, submit],
  );
  useCommands(commands);
}
