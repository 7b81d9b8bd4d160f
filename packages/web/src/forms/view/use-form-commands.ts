import { useMemo } from 'react';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** Registers the keys of a form for the list of keys. The form handles them itself, because they also work in text fields. */
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
