import { Menu } from '@mantine/core';

export interface IconMenuItemsProps {
  readonly chosen: string;
  readonly items: readonly { readonly id: string; readonly text: string; readonly lang?: string }[];
  readonly onChoose: (id: string) => void;
}

/** A choice of one in a menu. */
export function IconMenuItems({ chosen, items, onChoose }: IconMenuItemsProps) {
  return (
    <Menu.RadioGroup value={chosen} onChange={onChoose}>
      {items.map((item) => (
        <Menu.RadioItem key={item.id} value={item.id} lang={item.lang} closeMenuOnClick>
          {item.text}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
