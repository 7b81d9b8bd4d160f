import { UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import frame from '../../kit/controls/icon-menu.module.css';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { currentCommands } from '../../kit/keyboard/commands.ts';
import { chordText } from './key-names.ts';

/** Opens the palette by pointer, and shows its keys. */
export function PaletteButton() {
  const { t } = useTexts();
  return (
    <UnstyledButton
      className={frame['tool']}
      aria-label={t('commands.palette')}
      title={`${t('commands.palette')} (${chordText('mod+k')})`}
      onClick={() =>
        currentCommands()
          .find(({ id }) => id === 'palette')
          ?.run()
      }
      data-nf-palette-open
    >
      <Search size={16} aria-hidden />
    </UnstyledButton>
  );
}
