import { Tooltip, UnstyledButton } from '@mantine/core';
import { Menu as MenuGlyph } from 'lucide-react';
import { Link } from 'react-router';
import { PaletteButton } from '../commands/palette-button.tsx';
import { LanguageSwitcher } from '../texts/language-switcher.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { UserMenu } from './user-menu.tsx';
import classes from './frame.module.css';

interface TopBarProps {
  /** Receives the place of the breadcrumb. */
  readonly slot: (element: HTMLElement | null) => void;
  readonly expanded: boolean;
  readonly onNavigation: () => void;
}

/** Name, breadcrumb, language, theme and user. */
export function TopBar({ slot, expanded, onNavigation }: TopBarProps) {
  const { t, appName } = useTexts();
  return (
    <header className={classes['top']}>
      <Tooltip label={t('frame.toggle_navigation')} openDelay={400}>
        <UnstyledButton
          className={classes['tool']}
          aria-label={t('frame.toggle_navigation')}
          aria-expanded={expanded}
          onClick={onNavigation}
        >
          <MenuGlyph size={18} aria-hidden />
        </UnstyledButton>
      </Tooltip>
      <Link to="/" className={classes['name']}>
        {appName}
      </Link>
      <div className={classes['crumbs']} ref={slot} />
      <div className={classes['tools']}>
        <PaletteButton />
        <LanguageSwitcher />
        <ThemeSwitch />
        <UserMenu />
      </div>
    </header>
  );
}
