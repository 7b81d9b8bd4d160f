import { Menu } from '@mantine/core';
import { idOf, type RecordValue } from '@ninefold/model';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { MoveMenu } from '../../moving/move-menu.tsx';
import moving from '../../moving/moving.module.css';
import { rowKey, type CalendarShared } from '../base/calendar-shared.ts';
import styles from '../base/calendar.module.css';
import { HOUR_MS, STEP_MS } from '../base/hours.ts';
import type { Shift } from '../base/shifts.ts';
import { Why } from './why.tsx';

type Used = 'entity' | 'calendar' | 'isDay' | 'held' | 'onHold' | 'onShift' | 'rowsToMoveTo';

interface ShiftMenuProps extends Pick<CalendarShared, Used> {
  readonly className?: string | undefined;
  readonly record: RecordValue;
  readonly title: string;
}

const WHOLE = [
  ['earlier_day', { from: -1, to: -1 }],
  ['later_day', { from: 1, to: 1 }],
  ['earlier_week', { from: -7, to: -7 }],
  ['later_week', { from: 7, to: 7 }],
] as const satisfies readonly (readonly [string, Shift])[];

const HOURS = [
  ['earlier_quarter', { from: 0, to: 0, ms: -STEP_MS }],
  ['later_quarter', { from: 0, to: 0, ms: STEP_MS }],
  ['earlier_hour', { from: 0, to: 0, ms: -HOUR_MS }],
  ['later_hour', { from: 0, to: 0, ms: HOUR_MS }],
] as const satisfies readonly (readonly [string, Shift])[];

const END = [
  ['ends_earlier', { from: 0, to: -1 }],
  ['ends_later', { from: 0, to: 1 }],
] as const satisfies readonly (readonly [string, Shift])[];

/** Moves a record by days and weeks, and to another row where the calendar has rows. What is refused says why. */
export function ShiftMenu({
  entity,
  calendar,
  isDay,
  record,
  title,
  held,
  onHold,
  onShift,
  rowsToMoveTo,
  className,
}: ShiftMenuProps) {
  const { t } = useTexts();
  const verdict = held?.record.id === record.id ? held.verdict : null;
  const hasEnd = calendar.to !== null && typeof record[calendar.to] === 'string';
  const judge = (key: string, label: string, shift: Shift) => ({ key, label, shift, judged: verdict?.(shift) ?? null });
  const times = [...(isDay ? [] : HOURS), ...WHOLE, ...(hasEnd ? END : [])].map(([word, shift]) =>
    judge(word, t(`calendar.${word}`), shift),
  );
  const own = calendar.per === null ? null : (record[calendar.per] ?? null);
  const rows = rowsToMoveTo
    .filter(({ value }) => value !== (idOf(own) ?? own))
    .map((row) => judge(`to ${rowKey(row)}`, t('calendar.to_row', { row: row.title }), { from: 0, to: 0, row }))
    .filter(({ judged }) => judged?.kind !== 'closed');
  const shifts = [...times, ...rows];
  const isClosed = shifts.every(({ judged }) => judged?.kind === 'closed');
  return (
    <MoveMenu
      label={t('calendar.move', { name: title })}
      short={t('calendar.move_short')}
      className={className ?? styles['move']}
      onHold={(opened) => onHold(opened ? record : null)}
    >
      {verdict === null ? null : isClosed ? (
        <Menu.Item disabled>{t('calendar.closed')}</Menu.Item>
      ) : (
        shifts.map(({ key, label, shift, judged }) => (
          <Menu.Item key={key} disabled={judged?.kind !== 'set'} onClick={() => onShift(record, shift)}>
            <span>{label}</span>
            {judged && <Why entity={entity.id} verdict={judged} className={moving['why'] ?? ''} />}
          </Menu.Item>
        ))
      )}
    </MoveMenu>
  );
}
