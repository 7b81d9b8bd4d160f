import type { ReactNode } from 'react';
import { LanguageSwitcher } from '../controls/language-switcher.tsx';
import { ThemeSwitch } from '../controls/theme-switch.tsx';
import { SkipLink } from './skip-link.tsx';
import classes from './bare-page.module.css';

interface BarePageProps {
  readonly screen: string;
  /** Messages about the whole page. */
  readonly banners: ReactNode;
  readonly children: ReactNode;
}

/** A page without navigation: sign-in and setup. */
export function BarePage({ screen, banners, children }: BarePageProps) {
  return (
    <div className={classes['bare']} data-nf-screen={screen}>
      <SkipLink />
      <header className={classes['bareTop']} data-nf-bare>
        <LanguageSwitcher />
        <ThemeSwitch />
      </header>
      {banners}
      <main id="nf-main" tabIndex={-1} className={classes['bareMain']}>
        {children}
      </main>
    </div>
  );
}
