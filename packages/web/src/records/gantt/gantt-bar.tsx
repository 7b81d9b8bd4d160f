import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, type RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { screenPath, type RecordValue } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { kindOf, toneOf, useSaid } from '../calendar/events/calendar-event.tsx';
import type { Period } from '../calendar/base/placing.ts';
import { ShiftMenu } from '../calendar/moves/shift-menu.tsx';
import type { Edge } from '../calendar/moves/use-dragged.ts';
import { StateGlyph } from '../../fields/cells/state-badge.tsx';
import { fromListState } from '../rows/from-list.ts';
import { barOf } from './axis.ts';
import type { GanttShared } from './gantt-shared.ts';
import styles from './gantt.module.css';

interface GanttBarProps extends GanttShared {
  readonly record: RecordValue;
  readonly period: Period;
  /** The query that gave the record. */
  readonly query: string;
}

/** A line: the name of a record, and its bar, which is dragged as a whole or by one of its ends. */
export function GanttBar(props: GanttBarProps) {
  const { entity, record, period, axis, query, held, moving, calendar } = props;
  const model = useModel();
  const { pathname, search } = useLocation();
  const path = screenPath(model, entity.id, 'record', record.id);
  const title = record.title ?? record.id;
  const said = useSaid(props, record);
  const kind = kindOf(entity, record);
  const bar = barOf(period, axis);
  const hasEnd = typeof record[calendar.to ?? ''] === 'string';
  const name = (
    <>
      {kind && <StateGlyph kind={kind} size={12} />}
      <bdi>{title}</bdi>
      <span className="nf-hidden">, {said}</span>
    </>
  );
  const whole = useBarDragging<HTMLDivElement>(props, 'both');
  const [begins, ends] = [useBarDragging(props, 'from'), useBarDragging(props, 'to')];
  return (
    <li
      className={styles['line']}
      data-nf-record={record.id}
      data-held={held?.record.id === record.id || undefined}
      data-moving={moving === record.id || undefined}
    >
      <div className={styles['label']}>
        {path === null ? (
          name
        ) : (
          <Link
            to={path}
            state={fromListState({ query, address: pathname + search })}
            title={title}
            draggable={false}
            data-nf-open={record.id}
          >
            {name}
          </Link>
        )}
        <ShiftMenu {...props} className={styles['move']} title={title} />
      </div>
      <div className={styles['track']}>
        {bar && (
          <div
            ref={whole}
            className={styles['bar']}
            title={`${title}\n${said}`}
            style={{
              ...toneOf(entity, record),
              insetInlineStart: `${String(bar.from * 100)}%`,
              inlineSize: `${String((bar.to - bar.from) * 100)}%`,
            }}
            data-nf-bar={record.id}
            data-begun={bar.begun || undefined}
            data-goes-on={bar.goesOn || undefined}
          >
            {!bar.begun && <span ref={begins} className={styles['edge']} data-edge="from" />}
            <bdi className={styles['name']} aria-hidden>
              {title}
            </bdi>
            {!bar.goesOn && hasEnd && <span ref={ends} className={styles['edge']} data-edge="to" />}
          </div>
        )}
      </div>
    </li>
  );
}

/** Lets the bar be dragged by this part of it. */
function useBarDragging<E extends HTMLElement>(props: GanttBarProps, edge: Edge): RefObject<E | null> {
  const element = useRef<E>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (element.current === null) return undefined;
    return draggable({
      element: element.current,
      canDrag: () => latest.current.moving === null,
      getInitialData: () => ({ edge }),
      onDragStart: () => latest.current.onHold(latest.current.record),
    });
  }, [edge]);
  return element;
}
