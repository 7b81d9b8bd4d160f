import type { ReactNode } from 'react';

interface ScrollerProps {
  /** The accessible name of the scrolling region. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A frame that scrolls wide content. It can take the focus, so that the arrow keys scroll it. */
export function Scroller({ label, className = '', children }: ScrollerProps) {
  return (
    // Without focus the keyboard cannot scroll the frame.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`nf-scroller ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
