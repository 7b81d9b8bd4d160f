import type { CSSProperties } from 'react';
import { Link, useLocation } from 'react-router';
import { screenPath, statesOf, type Entity, type RecordValue, type StateKind } from '@ninefold/model';
import { useFormat } from '../../../base/format/use-format.ts';
import { useModel } from '../../../base/model/use-model.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { StateGlyph } from '../../../fields/cells/state-badge.tsx';
import { fromListState } from '../../rows/from-list.ts';
import type { CalendarShared } from '../base/calendar-shared.ts';
import styles from '../base/calendar.module.css';
import { ShiftMenu } from '../moves/shift-menu.tsx';
import type { Placed } from '../base/placing.ts';
import { useDragging } from '../moves/use-dragging.ts';
import { useWhen } from '../base/use-when.ts';

interface CalendarEventProps extends CalendarShared {
  readonly placed: Placed;
  /** The query that gave the record. */
  readonly query: string;
}

/** The kind of the state of a record; null where it has none. */
export function kindOf(entity: Entity, { state }: RecordValue): StateKind | null {
  return state === undefined ? null : (statesOf(entity, 'state')[state]?.kind ?? 'draft');
}

/** The colours of a record: those of its state. */
export function toneOf(entity: Entity, record: RecordValue): CSSProperties {
  const kind = kindOf(entity, record);
  if (kind === null) return {};
  const tone = (part: string): string => `var(--nf-state-${kind}-${part})`;
  return { '--dot': tone('dot'), '--tint': tone('tint'), '--text': tone('text') } as CSSProperties; // React types no properties of our own
}

/** A record on a calendar, over the days that it meets. */
export function CalendarEvent(props: CalendarEventProps) {
  const { entity, placed, query, held, moving } = props;
  const model = useModel();
  const { pathname, search } = useLocation();
  const { record, from, to, lane, begun, goesOn } = placed;
  const path = screenPath(model, entity.id, 'record', record.id);
  const title = record.title ?? record.id;
  const said = useSaid(props, record);
  const content = <EventContent {...props} record={record} said={said} isTimed={!begun} />;
  const shared = { className: styles['event'], title: `${title}\n${said}`, style: toneOf(entity, record) };
  return (
    <li
      ref={useDragging(props, record)}
      style={{ gridColumn: `${from + 1} / ${to + 2}`, gridRow: lane + 1 }}
      data-nf-record={record.id}
      data-begun={begun || undefined}
      data-goes-on={goesOn || undefined}
      data-held={held?.record.id === record.id || undefined}
      data-moving={moving === record.id || undefined}
    >
      {path === null ? (
        <div {...shared}>{content}</div>
      ) : (
        <Link
          {...shared}
          to={path}
          state={fromListState({ query, address: pathname + search })}
          draggable={false}
          data-nf-open={record.id}
        >
          {content}
        </Link>
      )}
      <ShiftMenu {...props} record={record} title={title} />
    </li>
  );
}

/** When a record is and in which state, in words. */
export function useSaid(
  { entity, calendar, isDay }: Pick<CalendarShared, 'entity' | 'calendar' | 'isDay'>,
  record: RecordValue,
): string {
  const texts = useTexts();
  const when = useWhen(calendar, isDay)(record);
  return record.state === undefined ? when : `${when} · ${texts.state(entity.id, record.state)}`;
}

interface EventContentProps extends CalendarShared {
  readonly record: RecordValue;
  readonly said: string;
  /** Whether it begins here, so that its time is shown. */
  readonly isTimed: boolean;
}

/** What stands in the box of a record. */
export function EventContent({ entity, calendar, isDay, record, said, isTimed }: EventContentProps) {
  const format = useFormat();
  const kind = kindOf(entity, record);
  const first = record[calendar.from];
  return (
    <>
      {kind && <StateGlyph kind={kind} size={12} />}
      {!isDay && isTimed && typeof first === 'string' && <time className={styles['time']}>{format.time(first)}</time>}
      <bdi className={styles['title']}>{record.title ?? record.id}</bdi>
      <span className="nf-hidden">, {said}</span>
    </>
  );
}
