import type { FloatingPosition } from '@mantine/core';
import { type ReactNode } from 'react';
import { useLate, type LateTarget } from './late-target.ts';

const load = () => import('./drawn-menu.tsx');

interface LateMenuProps {
  readonly position: FloatingPosition;
  /** Whether the menu stands at the end of the page, and not beside its button. */
  readonly withinPortal?: boolean;
  /** Draws the button. */
  readonly target: (target: LateTarget) => ReactNode;
  /** The entries: a component that is loaded with `lazy`, so that their code comes when the menu is opened. */
  readonly children: ReactNode;
}

/** A button that opens a menu. The code of the menu comes when it is needed. */
export function LateMenu({ position, withinPortal = false, target, children }: LateMenuProps) {
  const late = useLate('menu', load);
  const Drawn = late.code?.DrawnMenu;
  return (
    <>
      {target(late.target)}
      {Drawn && (
        <Drawn {...late.box} position={position} withinPortal={withinPortal}>
          {children}
        </Drawn>
      )}
    </>
  );
}
