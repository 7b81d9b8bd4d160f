import { CircleAlert, Inbox, Lock, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

export type EmptyKind = 'first-use' | 'no-match' | 'no-permission' | 'failed';

interface EmptyProps {
  readonly kind: EmptyKind;
  /** Left out where the title of the page says it. */
  readonly title: string | undefined;
  /** Why there is nothing, and what to do. */
  readonly children?: ReactNode;
  /** At least one button or link to go on. */
  readonly actions?: ReactNode;
}

const GLYPHS: Readonly<Record<EmptyKind, LucideIcon>> = {
  'first-use': Inbox,
  'no-match': SearchX,
  'no-permission': Lock,
  failed: CircleAlert,
};

/** The placeholder for missing content. Each reason has its own look. */
export function Empty({ kind, title, children, actions }: EmptyProps) {
  const Glyph = GLYPHS[kind];
  return (
    <div className={classes['empty']} data-nf-empty={kind}>
      <Glyph size={28} aria-hidden className={classes['glyph']} />
      {title !== undefined && <p className={classes['title']}>{title}</p>}
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
