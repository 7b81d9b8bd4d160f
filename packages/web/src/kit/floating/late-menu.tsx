import type { FloatingPosition } from '@mantine/core';
import { createContext, useContext, type ReactNode } from 'react';
import type * as DrawnMenus from './drawn-menu.tsx';
import { useLate, type LateTarget } from './late-target.ts';

/** Loads the code that draws menus. A page without a provider of Mantine brings one with it. */
export const MenuCodeContext = createContext<() => Promise<Pick<typeof DrawnMenus, 'DrawnMenu'>>>(
  () => import('./drawn-menu.tsx'),
);

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
  const late = useLate('menu', useContext(MenuCodeContext));
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
