import { Drawer, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useOpening } from '../dialogs/late-dialog.ts';
import { named } from '../dialogs/named.ts';
import { useBackCloses } from '../dialogs/use-back-closes.ts';
import { useNarrow } from './use-narrow.ts';
import classes from './sheet.module.css';
import { Adopted } from './adopted.tsx';
import type { LatePopoverLook } from './late-popover.tsx';
import type { LateBox } from './late-target.ts';

interface DrawnPopoverProps extends LateBox {
  readonly look: LatePopoverLook;
  readonly children: ReactNode;
}

/** The box of a button that is on the page already. It keeps the focus inside, and returns it when it closes. */
export function DrawnPopover(props: DrawnPopoverProps) {
  const narrow = useNarrow();
  return props.look.sheet === true && narrow ? <Sheet {...props} /> : <Box {...props} />;
}

function Box({ id, button, opened, onChange, look, children }: DrawnPopoverProps) {
  const { label, className, onKeyDown, sheet: _, ...options } = look;
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

const SHEET = { content: classes['content'] ?? '' };

function Sheet({ id, opened, onChange, look, children }: DrawnPopoverProps) {
  const { t } = useTexts();
  const { label, className, onKeyDown, closeOnEscape = true } = look;
  useBackCloses(opened, () => onChange(false));
  return (
    <Drawer
      id={id}
      opened={useOpening(opened)}
      onClose={() => onChange(false)}
      position="bottom"
      classNames={SHEET}
      title={label}
      {...named(label)}
      closeOnEscape={closeOnEscape}
      // The box keeps the focus until the press is over: what leaving it says would move the button away from under the press.
      closeButtonProps={{ 'aria-label': t('dialog.close'), onMouseDown: (event) => event.preventDefault() }}
      {...(onKeyDown ? { onKeyDown } : {})}
    >
      <div className={className}>{children}</div>
    </Drawer>
  );
}
