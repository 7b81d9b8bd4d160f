import type { FloatingPosition } from '@mantine/core';
import { type KeyboardEvent, type ReactNode } from 'react';
import { useLate, type LateTarget } from './late-target.ts';

const load = () => import('./drawn-popover.tsx');

/** How a box opens and what it is called. */
export interface LatePopoverLook {
  readonly label: string;
  readonly position: FloatingPosition;
  /** In px; as wide as its content unless given. */
  readonly width?: number;
  readonly className?: string | undefined;
  /** Whether it is a sheet at the lower edge of a narrow window. */
  readonly sheet?: boolean;
  /** Whether Esc closes it; true unless given. */
  readonly closeOnEscape?: boolean;
  /** Whether a press outside of it closes it; true unless given. It always closes a sheet. */
  readonly closeOnClickOutside?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

interface LatePopoverProps {
  readonly look: LatePopoverLook;
  /** Whether it is open, where somebody else has to know. */
  readonly opening?: { readonly opened: boolean; readonly onChange: (opened: boolean) => void };
  /** Draws the button. */
  readonly target: (target: LateTarget) => ReactNode;
  readonly children: ReactNode;
}

/** A button that opens a box. The code of the box comes when it is needed. */
export function LatePopover({ look, opening, target, children }: LatePopoverProps) {
  const late = useLate('dialog', load, opening);
  const Drawn = late.code?.DrawnPopover;
  return (
    <>
      {target(late.target)}
      {Drawn && (
        <Drawn {...late.box} look={look}>
          {children}
        </Drawn>
      )}
    </>
  );
}
