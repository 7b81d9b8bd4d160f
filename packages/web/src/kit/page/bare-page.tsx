import type { ReactNode } from 'react';
import { LanguageSwitcher } from '../controls/language-switcher.tsx';
import { ThemeSwitch } from '../controls/theme-switch.tsx';
import { Banners } from './banners.tsx';
import { SkipLink } from './skip-link.tsx';
import classes from './bare-page.module.css';

/** A page without navigation: sign-in and setup. */
export function BarePage({ screen, children }: { readonly screen: string; readonly children: ReactNode }) {
  return (
    <div className={classes['bare']} data-nf-screen={screen}>
      <SkipLink />
      <header className={classes['bareTop']} data-nf-bare>
        <LanguageSwitcher />
        <ThemeSwitch />
      </header>
      <Banners />
      <main id="nf-main" tabIndex={-1} className={classes['bareMain']}>
        {children}
      </main>
    </div>
  );
}
