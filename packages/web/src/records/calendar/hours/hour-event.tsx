import { Link, useLocation } from 'react-router';
import { screenPath, type RecordValue } from '@ninefold/model';
import { useModel } from '../../../base/model/use-model.ts';
import { fromListState } from '../../rows/from-list.ts';
import type { CalendarShared } from '../base/calendar-shared.ts';
import { EventContent, toneOf, useSaid } from '../events/calendar-event.tsx';
import { ShiftMenu } from '../moves/shift-menu.tsx';
import styles from './hours.module.css';
import { placeOf, type InDay } from '../base/hours.ts';
import { useDragging } from '../moves/use-dragging.ts';

interface EventProps extends CalendarShared {
  /** The query that gave the record. */
  readonly query: string;
}

/** A record in the hours of a day. */
export function HourEvent({ placed, ...props }: EventProps & { readonly placed: InDay }) {
  const { record, from, to, lane, lanes, begun, goesOn } = placed;
  const width = `calc(${String(100 / lanes)}% - 3px)`;
  return (
    <li
      ref={useDragging(props, record)}
      style={{ ...placeOf(from, to), insetInlineStart: `${String((lane * 100) / lanes)}%`, inlineSize: width }}
      data-nf-record={record.id}
      data-begun={begun || undefined}
      data-goes-on={goesOn || undefined}
      data-held={props.held?.record.id === record.id || undefined}
      data-moving={props.moving === record.id || undefined}
    >
      <Inside {...props} record={record} isTimed={!begun} />
    </li>
  );
}

/** A record that takes the whole day. */
export function WholeDayEvent({ record, ...props }: EventProps & { readonly record: RecordValue }) {
  return (
    <li
      ref={useDragging(props, record)}
      data-nf-record={record.id}
      data-held={props.held?.record.id === record.id || undefined}
    >
      <Inside {...props} record={record} isTimed={false} />
    </li>
  );
}

function Inside({
  record,
  isTimed,
  ...props
}: EventProps & { readonly record: RecordValue; readonly isTimed: boolean }) {
  const { entity, query } = props;
  const model = useModel();
  const { pathname, search } = useLocation();
  const path = screenPath(model, entity.id, 'record', record.id);
  const title = record.title ?? record.id;
  const said = useSaid(props, record);
  const shared = {
    className: styles['event'],
    title: `${title}\n${said}`,
    style: toneOf(entity, record),
  };
  const content = <EventContent {...props} record={record} said={said} isTimed={isTimed} />;
  return (
    <>
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
    </>
  );
}
