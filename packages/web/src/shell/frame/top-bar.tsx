import { UnstyledButton } from '@mantine/core';
import { Menu as MenuGlyph } from 'lucide-react';
import { Link } from 'react-router';
import { PaletteButton } from '../palette/palette-button.tsx';
import { LanguageSwitcher } from '../../kit/controls/language-switcher.tsx';
import { useStartPath } from '../../base/model/use-start.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ThemeSwitch } from '../../kit/controls/theme-switch.tsx';
import { Bell } from './bell.tsx';
import { UserMenu } from './user-menu.tsx';
import { useTopHeight } from './use-top-height.ts';
import classes from './frame.module.css';
import iconMenuStyles from '../../kit/controls/icon-menu.module.css';

interface TopBarProps {
  /** Receives the place of the breadcrumb. */
  readonly slot: (element: HTMLElement | null) => void;
  readonly expanded: boolean;
  readonly onNavigation: () => void;
}

/** Name, breadcrumb, language, theme and user. */
export function TopBar({ slot, expanded, onNavigation }: TopBarProps) {
  const { t, appName, written } = useTexts();
  const home = useStartPath();
  const bar = useTopHeight();
  return (
    <header ref={bar} className={classes['top']}>
      <UnstyledButton
        className={iconMenuStyles['tool']}
        aria-label={t('frame.toggle_navigation')}
        title={t('frame.toggle_navigation')}
        aria-expanded={expanded}
        onClick={onNavigation}
      >
        <MenuGlyph size={18} aria-hidden />
      </UnstyledButton>
      <Link to={home} className={classes['name']} lang={written}>
        {appName}
      </Link>
      <div className={classes['crumbs']} ref={slot} />
      <div className={classes['tools']}>
        <PaletteButton />
        <Bell />
        <span className={classes['switches']}>
          <LanguageSwitcher />
          <ThemeSwitch />
        </span>
        <UserMenu />
      </div>
    </header>
  );
}
