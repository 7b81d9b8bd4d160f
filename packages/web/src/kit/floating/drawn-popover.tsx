import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpening } from '../dialogs/late-dialog.ts';
import { Adopted } from './adopted.tsx';
import type { LatePopoverLook } from './late-popover.tsx';
import type { LateBox } from './late-target.ts';

interface DrawnPopoverProps extends LateBox {
  readonly look: LatePopoverLook;
  readonly children: ReactNode;
}

/** The box of a button that is on the page already. It keeps the focus inside, and returns it when it closes. */
export function DrawnPopover({ id, button, opened, onChange, look, children }: DrawnPopoverProps) {
  const { label, className, onKeyDown, ...options } = look;
  return (
    <Popover
      id={id}
      opened={useOpening(opened)}
      onChange={onChange}
      trapFocus
      returnFocus
      withRoles
      shadow="md"
      {...options}
    >
      <Popover.Target>
        <Adopted button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={className} {...(onKeyDown ? { onKeyDown } : {})}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
