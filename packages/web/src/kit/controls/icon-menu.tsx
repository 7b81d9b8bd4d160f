import { type ReactNode } from 'react';
import { LateMenu } from '../floating/late-menu.tsx';
import classes from './icon-menu.module.css';
import type { IconMenuItemsProps } from './icon-menu-items.tsx';
import { lateComponent } from '../late/late-component.tsx';

const IconMenuItems = lateComponent(async () => (await import('./icon-menu-items.tsx')).IconMenuItems);

interface IconMenuProps extends IconMenuItemsProps {
  readonly label: string;
  readonly glyph: ReactNode;
  /** Written beside the glyph where there is room. */
  readonly text?: string | undefined;
}

/** A button of the top bar that opens a choice of one. */
export function IconMenu({ label, glyph, text, ...choice }: IconMenuProps) {
  return (
    <LateMenu
      position="bottom-end"
      target={(target) => (
        <button
          type="button"
          className={classes['tool']}
          aria-label={text === undefined ? label : `${label}: ${text}`}
          title={label}
          {...target}
        >
          {glyph}
          {text !== undefined && <span className={classes['toolText']}>{text}</span>}
        </button>
      )}
    >
      <IconMenuItems {...choice} />
    </LateMenu>
  );
}
