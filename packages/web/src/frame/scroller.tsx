import type { ReactNode } from 'react';

interface ScrollerProps {
  /** What the keyboard user is told that scrolls here. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Content that may be wider than the window scrolls by itself; the Tab key reaches it so that arrows can scroll it. */
export function Scroller({ label, className = '', children }: ScrollerProps) {
  return (
    // What scrolls has to take the focus, or keyboards cannot scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`nf-scroller ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
