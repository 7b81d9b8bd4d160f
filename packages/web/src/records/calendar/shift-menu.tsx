import { Menu } from '@mantine/core';
import type { RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { MoveMenu } from '../moving/move-menu.tsx';
import moving from '../moving/moving.module.css';
import type { CalendarShared } from './calendar-shared.ts';
import styles from './calendar.module.css';
import type { Shift } from './shifts.ts';
import { Why } from './why.tsx';

interface ShiftMenuProps extends CalendarShared {
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

/** Moves a record by days and weeks. What is refused says why. */
export function ShiftMenu({ entity, calendar, record, title, held, onHold, onShift }: ShiftMenuProps) {
  const { t } = useTexts();
  const verdict = held?.record.id === record.id ? held.verdict : null;
  const hasEnd = calendar.to !== null && typeof record[calendar.to] === 'string';
  const shifts = [...WHOLE, ...(hasEnd ? END : [])].map(([word, shift]) => ({
    ...{ word, shift },
    judged: verdict?.(shift) ?? null,
  }));
  const isClosed = shifts.every(({ judged }) => judged?.kind === 'closed');
  return (
    <MoveMenu
      label={t('calendar.move', { name: title })}
      short={t('calendar.move_short')}
      className={styles['move']}
      onHold={(opened) => onHold(opened ? record : null)}
    >
      {verdict === null ? null : isClosed ? (
        <Menu.Item disabled>{t('calendar.closed')}</Menu.Item>
      ) : (
        shifts.map(({ word, shift, judged }) => (
          <Menu.Item key={word} disabled={judged?.kind !== 'set'} onClick={() => onShift(record, shift)}>
            <span>{t(`calendar.${word}`)}</span>
            {judged && <Why entity={entity.id} verdict={judged} className={moving['why'] ?? ''} />}
          </Menu.Item>
        ))
      )}
    </MoveMenu>
  );
}
