import { Menu } from '@mantine/core';
import { ArrowRightLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './moving.module.css';

interface MoveMenuProps {
  /** What the button does, with the record's name. */
  readonly label: string;
  /** The same in short. */
  readonly short: string;
  readonly className: string | undefined;
  /** The record is held while the menu is open. */
  readonly onHold: (opened: boolean) => void;
  /** The ways to move it; null while they are judged. */
  readonly children: ReactNode;
}

/** Moves a record without a mouse. The menu stands at the end of the screen, so that no column cuts it off. */
export function MoveMenu({ label, short, className, onHold, children }: MoveMenuProps) {
  const { t } = useTexts();
  return (
    <Menu
      position="bottom-end"
      width={280}
      onChange={onHold}
      withInitialFocusPlaceholder={false}
      // A card that is placed again while the menu opens is out of sight for a moment: the menu would stay hidden.
      hideDetached={false}
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <button type="button" className={className} aria-label={label} title={short} data-nf-move>
          <ArrowRightLeft size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* Has the focus from the beginning, whether the ways are judged already or not. */}
        <fieldset aria-label={label} tabIndex={-1} className={styles['ways']} data-autofocus>
          {children ?? <Menu.Item disabled>{t('transition.checking')}</Menu.Item>}
        </fieldset>
      </Menu.Dropdown>
    </Menu>
  );
}
