import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './frame.module.css';

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
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={label} openDelay={400}>
          <UnstyledButton className={classes['tool']} aria-label={text === undefined ? label : `${label}: ${text}`}>
            {glyph}
            {text !== undefined && <span className={classes['toolText']}>{text}</span>}
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item
            key={item.id}
            role="menuitemradio"
            aria-checked={item.id === chosen}
            lang={item.lang}
            leftSection={
              <Check size={16} aria-hidden style={{ visibility: item.id === chosen ? 'visible' : 'hidden' }} />
            }
            onClick={() => onChoose(item.id)}
          >
            {item.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
