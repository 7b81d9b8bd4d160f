import { Menu, type FloatingPosition } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpening } from '../dialogs/late-dialog.ts';
import { Adopted } from './adopted.tsx';
import type { LateBox } from './late-target.ts';

interface DrawnMenuProps extends LateBox {
  readonly position: FloatingPosition;
  readonly withinPortal: boolean;
  readonly children: ReactNode;
}

/** The menu of a button that is on the page already. */
export function DrawnMenu({ id, button, opened, onChange, children, ...options }: DrawnMenuProps) {
  return (
    <Menu id={id} opened={useOpening(opened)} onChange={onChange} withInitialFocusPlaceholder={false} {...options}>
      <Menu.Target>
        <Adopted button={button} />
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 72px)" style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
