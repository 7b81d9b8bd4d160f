import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, type CSSProperties, type RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { screenPath, statesOf, type StateKind } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { StateGlyph } from '../../fields/cells/state-badge.tsx';
import { fromListState } from '../rows/from-list.ts';
import type { CalendarShared } from './calendar-shared.ts';
import styles from './calendar.module.css';
import { ShiftMenu } from './shift-menu.tsx';
import type { Placed } from './placing.ts';
import { useWhen } from './use-when.ts';

interface CalendarEventProps extends CalendarShared {
  readonly placed: Placed;
  /** The query that gave the record. */
  readonly query: string;
}

/** The colours of a kind of state. */
function toneOf(kind: StateKind): CSSProperties {
  const tone = (part: string): string => `var(--nf-state-${kind}-${part})`;
  return { '--dot': tone('dot'), '--tint': tone('tint'), '--text': tone('text') } as CSSProperties; // React types no properties of our own
}

/** A record on a calendar, over the days that it meets. */
export function CalendarEvent(props: CalendarEventProps) {
  const { entity, calendar, isDay, placed, query, held, moving } = props;
  const texts = useTexts();
  const format = useFormat();
  const model = useModel();
  const { pathname, search } = useLocation();
  const { record, from, to, lane, begun, goesOn } = placed;
  const path = screenPath(model, entity.id, 'record', record.id);
  const title = record.title ?? record.id;
  const state = record.state === undefined ? null : { kind: statesOf(entity, 'state')[record.state]?.kind ?? 'draft' };
  const when = useWhen(calendar, isDay)(record);
  const said = state === null ? when : `${when} · ${texts.state(entity.id, record.state ?? '')}`;
  const first = record[calendar.from];
  const content = (
    <>
      {state && <StateGlyph kind={state.kind} size={12} />}
      {!isDay && !begun && typeof first === 'string' && <time className={styles['time']}>{format.time(first)}</time>}
      <bdi className={styles['title']}>{title}</bdi>
      <span className="nf-hidden">, {said}</span>
    </>
  );
  const shared = {
    className: styles['event'],
    title: `${title}\n${said}`,
    style: state === null ? {} : toneOf(state.kind),
  };
  return (
    <li
      ref={useDragging(props)}
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

/** Lets the record be dragged to other days. */
function useDragging(props: CalendarEventProps): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (element.current === null) return undefined;
    return draggable({
      element: element.current,
      canDrag: () => latest.current.moving === null,
      onDragStart: () => latest.current.onHold(latest.current.placed.record),
    });
  }, []);
  return element;
}
