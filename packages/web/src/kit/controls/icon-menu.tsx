import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './icon-menu.module.css';

interface IconMenuProps {
  readonly label: string;
  readonly glyph: ReactNode;
  /** Written beside the glyph where there is room. */
  readonly text?: string | undefined;
  readonly chosen: string;
  readonly items: readonly { readonly id: string; readonly text: string; readonly lang?: string }[];
  readonly onChoose: (id: string) => void;
}

/** A button of the top bar that opens a choice of one. */
export function IconMenu({ label, glyph, text, chosen, items, onChoose }: IconMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={label} openDelay={400}>
          <UnstyledButton className={classes['tool']} aria-label={text === undefined ? label : `${label}: ${text}`}>
            {glyph}
            {text !== undefined && <span className={classes['toolText']}>{text}</span>}
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={onChoose}>
          {items.map((item) => (
            <Menu.RadioItem key={item.id} value={item.id} lang={item.lang} closeMenuOnClick>
              {item.text}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
