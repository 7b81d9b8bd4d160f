import { useState, type ReactNode } from 'react';
import type { CalendarLayout, Entity, RecordValue } from '@ninefold/model';
import { useModel, useRights, useScope } from '../../../base/model/use-model.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { ChangeTask } from '../../moving/change-task.tsx';
import { useMoveKey } from '../../moving/use-move-key.ts';
import { WatchPermissions } from '../../moving/watch-permissions.tsx';
import type { CalendarMoves, Held } from '../base/calendar-shared.ts';
import { isNowhere, judgeShift, shifted, type Shift, type Verdict } from '../base/shifts.ts';
import { useDragged } from './use-dragged.ts';
import { useWhen } from '../base/use-when.ts';

interface Moving {
  readonly moves: CalendarMoves;
  /** Where a record would be that is dragged over the days, and whether it may; stays where it was dropped and may not. */
  readonly note: MoveNote | null;
  /** Finds out what may be moved, moves it, and says what failed. */
  readonly task: ReactNode;
}

/** What a move to other days would be. */
export interface MoveNote {
  readonly when: string;
  /** Null while that is found out. */
  readonly verdict: Verdict | null;
  /** Null while it is dragged. */
  readonly onClose: (() => void) | null;
}

interface Known {
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
}

interface Task {
  readonly record: RecordValue;
  readonly shift: Shift;
  readonly at: number;
}

/** The records of a calendar are moved by a change of their dates, as their page changes them; what refuses it is said before. */
export function useMoving(entity: Entity, calendar: CalendarLayout, isDay: boolean): Moving {
  const { timeZone } = useModel();
  const { t } = useTexts();
  useMoveKey(entity, t('calendar.move_short'));
  const [rights, scope] = [useRights(), useScope()];
  const [held, setHeld] = useState<RecordValue | null>(null);
  const [known, setKnown] = useState<Known | null>(null);
  const [wanted, setWanted] = useState<Task | null>(null);
  const [moving, setMoving] = useState<string | null>(null);
  const when = useWhen(calendar, isDay);
  const times = { calendar, isDay, timeZone };
  const verdict = (record: RecordValue, { editable }: Known, shift: Shift): Verdict =>
    judgeShift({ entity, rights, scope, times, editable }, record, shift);
  const active = wanted?.record ?? held;
  const now = active !== null && known?.record === active ? known : null;
  const judge: Held['verdict'] = active !== null && now !== null ? (shift) => verdict(active, now, shift) : null;
  const move = (record: RecordValue, shift: Shift): void => {
    setHeld(null);
    if (isNowhere(shift)) return;
    setWanted({ record, shift, at: performance.now() });
    setMoving(record.id);
  };
  const over = useDragged((shift) => held !== null && move(held, shift));
  const judged = wanted !== null && judge !== null ? judge(wanted.shift) : null;
  const body = judged?.kind === 'set' ? judged.body : null;
  const whenMoved = (record: RecordValue, shift: Shift): string =>
    [shift.row?.title, when({ ...record, ...shifted(record, times, shift) })].filter(Boolean).join(' · ');
  const stop = (): void => setMoving(null);
  const end = (): void => {
    stop();
    setWanted(null);
  };
  const hold = (record: RecordValue | null): void => {
    setHeld(record);
    if (record !== null) end();
  };
  const isDragged = held !== null && !isNowhere(over);
  const isRefused = wanted !== null && judged !== null && body === null;
  return {
    moves: {
      ...{ onHold: hold, onShift: move, moving: isRefused ? null : moving, rowsToMoveTo: [] },
      held: active && { record: active, verdict: judge },
    },
    note: isDragged
      ? { when: whenMoved(held, over), verdict: judge?.(over) ?? null, onClose: null }
      : isRefused
        ? { when: whenMoved(wanted.record, wanted.shift), verdict: judged, onClose: end }
        : null,
    task: (
      <>
        {active && (
          <WatchPermissions
            key={active.id}
            entity={entity}
            record={active}
            onKnown={({ editable }) => setKnown({ record: active, editable })}
          />
        )}
        {wanted && body && (
          <ChangeTask
            key={wanted.at}
            entity={entity}
            record={wanted.record}
            body={body}
            where={whenMoved(wanted.record, wanted.shift)}
            onStop={stop}
            onEnd={end}
          />
        )}
      </>
    ),
  };
}
