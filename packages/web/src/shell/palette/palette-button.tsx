import { Tooltip, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import frame from '../../kit/controls/icon-menu.module.css';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { currentCommands } from '../../kit/keyboard/commands.ts';
import { ShownKeys } from './shown-keys.tsx';

/** Opens the palette by pointer, and shows its keys. */
export function PaletteButton() {
  const { t } = useTexts();
  return (
    <Tooltip label={<PaletteHint />} openDelay={400}>
      <UnstyledButton
        className={frame['tool']}
        aria-label={t('commands.palette')}
        onClick={() =>
          currentCommands()
            .find(({ id }) => id === 'palette')
            ?.run()
        }
        data-nf-palette-open
      >
        <Search size={16} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}

function PaletteHint() {
  const { t } = useTexts();
  return (
    <>
      {t('commands.palette')} <ShownKeys keys="mod+k" />
    </>
  );
}
