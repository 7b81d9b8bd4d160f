import { Menu } from '@mantine/core';
import { ArrowRightLeft } from 'lucide-react';
import type { RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { CalendarShared } from './calendar-shared.ts';
import styles from './calendar.module.css';
import type { Shift } from './shifts.ts';
import { Why } from './why.tsx';

interface MoveMenuProps extends CalendarShared {
  readonly record: RecordValue;
  readonly title: string;
}

const WHOLE = [
  ['earlier_day', { from: -1, to: -1 }],
  ['later_day', { from: 1, to: 1 }],
  ['earlier_week', { from: -7, to: -7 }],
  ['later_week', { from: 7, to: 7 }],
] as const satisfies readonly (readonly [string, Shift])[];

const END = [
  ['ends_earlier', { from: 0, to: -1 }],
  ['ends_later', { from: 0, to: 1 }],
] as const satisfies readonly (readonly [string, Shift])[];

/** Moves a record without a mouse, by days and weeks. What is refused says why. */
export function MoveMenu({ entity, calendar, record, title, held, onHold, onShift }: MoveMenuProps) {
  const { t } = useTexts();
  const verdict = held?.record.id === record.id ? held.verdict : null;
  const hasEnd = calendar.to !== null && typeof record[calendar.to] === 'string';
  const shifts = [...WHOLE, ...(hasEnd ? END : [])].map(([word, shift]) => ({
    ...{ word, shift },
    judged: verdict?.(shift) ?? null,
  }));
  const isClosed = shifts.every(({ judged }) => judged?.kind === 'closed');
  return (
    <Menu position="bottom-end" width={280} onChange={(opened) => onHold(opened ? record : null)}>
      <Menu.Target>
        <button
          type="button"
          className={styles['move']}
          aria-label={t('calendar.move', { name: title })}
          title={t('calendar.move_short')}
        >
          <ArrowRightLeft size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {verdict === null ? (
          <Menu.Item disabled>{t('transition.checking')}</Menu.Item>
        ) : isClosed ? (
          <Menu.Item disabled>{t('calendar.closed')}</Menu.Item>
        ) : (
          shifts.map(({ word, shift, judged }) => (
            <Menu.Item key={word} disabled={judged?.kind !== 'set'} onClick={() => onShift(record, shift)}>
              <span>{t(`calendar.${word}`)}</span>
              {judged && <Why entity={entity.id} verdict={judged} className={styles['why'] ?? ''} />}
            </Menu.Item>
          ))
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
