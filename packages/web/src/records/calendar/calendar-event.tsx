import type { CSSProperties } from 'react';
import { Link, useLocation } from 'react-router';
import { screenPath, statesOf, type StateKind } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { StateGlyph } from '../../fields/cells/state-badge.tsx';
import { fromListState } from '../rows/from-list.ts';
import type { CalendarShared } from './calendar-shared.ts';
import styles from './calendar.module.css';
import type { Placed } from './placing.ts';

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
export function CalendarEvent({ entity, calendar, isDay, placed, query }: CalendarEventProps) {
  const texts = useTexts();
  const format = useFormat();
  const model = useModel();
  const { pathname, search } = useLocation();
  const { record, from, to, lane, begun, goesOn } = placed;
  const path = screenPath(model, entity.id, 'record', record.id);
  const title = record.title ?? record.id;
  const state = record.state === undefined ? null : { kind: statesOf(entity, 'state')[record.state]?.kind ?? 'draft' };
  const show = (field: string | null): string => {
    const value = field === null ? undefined : record[field];
    if (typeof value !== 'string') return '';
    return isDay ? format.date(value) : format.instant(value);
  };
  const [begin, end] = [show(calendar.from), show(calendar.to)];
  const when = calendar.to === null || begin === end ? begin : texts.t('calendar.period', { from: begin, to: end });
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
      style={{ gridColumn: `${from + 1} / ${to + 2}`, gridRow: lane + 1 }}
      data-nf-record={record.id}
      data-begun={begun || undefined}
      data-goes-on={goesOn || undefined}
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
    </li>
  );
}
