import { ChevronDown, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useListQuery } from '../../base/calls/record-api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { rowKey, type CalendarRow } from '../calendar/base/calendar-shared.ts';
import { periodOf } from '../calendar/base/placing.ts';
import { NotPrinted } from '../calendar/events/not-printed.tsx';
import { useSight } from '../calendar/events/use-sight.ts';
import { GanttBar } from './gantt-bar.tsx';
import type { GanttShared } from './gantt-shared.ts';
import styles from './gantt.module.css';

interface GanttLinesProps extends GanttShared {
  /** What these lines have in common; null: nothing. */
  readonly row: CalendarRow | null;
  readonly queries: readonly string[];
}

/** So many lines are asked for at once. */
const PAGE = 50;
/** How high a line is. */
const LINE_PX = 36;

/** The lines of a group, under its name where there is one; it can be folded. */
export function GanttLines({ row, queries, ...shared }: GanttLinesProps) {
  const [isOpen, setIsOpen] = useState(true);
  const box = useRef<HTMLElement>(null);
  const isSeen = useSight(box);
  const Glyph = isOpen ? ChevronDown : ChevronRight;
  return (
    <section
      ref={box}
      className={styles['group']}
      aria-label={row?.title}
      data-nf-group={row === null ? '' : rowKey(row)}
    >
      {row !== null && (
        <h3 className={styles['heading']}>
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Glyph size={16} aria-hidden className="nf-mirrored" /> <bdi>{row.title}</bdi>
            {isSeen && <Count {...shared} queries={queries} />}
          </button>
        </h3>
      )}
      {!isSeen && isOpen && <NotPrinted />}
      {isSeen && isOpen && queries.map((query) => <Pages key={query} {...shared} query={query} />)}
    </section>
  );
}

function firstOf(query: string): string {
  return pageOf(query.replace('total=none', 'total=capped'), 1);
}

function pageOf(query: string, page: number): string {
  const params = new URLSearchParams(query);
  params.set('size', String(PAGE));
  if (page > 1) params.set('page', String(page));
  return params.toString();
}

/** How many lines the group has. */
function Count({ entity, queries }: GanttShared & { readonly queries: readonly string[] }) {
  const format = useFormat();
  const [met = '', open = null] = queries;
  const one = useListQuery({ entity: entity.id, query: firstOf(met) });
  const other = useListQuery({ entity: entity.id, query: firstOf(open ?? '') }, { skip: open === null });
  if (one.currentData === undefined) return null;
  const total = (one.currentData.total ?? 0) + (other.currentData?.total ?? 0);
  return <span className={styles['count']}>{format.number(total, 0)}</span>;
}

/** The pages of lines: each has its place, and asks for its records once it is seen. */
function Pages({ query, ...shared }: GanttShared & { readonly query: string }) {
  const { entity } = shared;
  const first = useListQuery({ entity: entity.id, query: firstOf(query) });
  const failure = first.error === undefined ? null : toFailure(first.error);
  if (failure) return <ErrorBanner failure={failure} entity={entity.id} onRetry={() => void first.refetch()} />;
  const total = first.currentData?.total ?? 0;
  return Array.from({ length: Math.ceil(total / PAGE) }, (_, index) => (
    <Lines
      key={index}
      {...shared}
      query={index === 0 ? firstOf(query) : pageOf(query, index + 1)}
      count={Math.min(PAGE, total - index * PAGE)}
    />
  ));
}

interface LinesProps extends GanttShared {
  readonly query: string;
  readonly count: number;
}

function Lines(props: LinesProps) {
  const box = useRef<HTMLOListElement>(null);
  const isSeen = useSight(box);
  return (
    <ol ref={box} className={styles['lines']} style={{ minBlockSize: props.count * LINE_PX }}>
      {isSeen ? (
        <Loaded {...props} />
      ) : (
        <li>
          <NotPrinted />
        </li>
      )}
    </ol>
  );
}

function Loaded({ query, ...shared }: LinesProps) {
  const { entity, calendar, isDay } = shared;
  const { timeZone } = useModel();
  const { currentData, error, refetch } = useListQuery({ entity: entity.id, query });
  const failure = error === undefined ? null : toFailure(error);
  if (failure)
    return (
      <li>
        <ErrorBanner failure={failure} entity={entity.id} onRetry={() => void refetch()} />
      </li>
    );
  if (currentData === undefined) return null;
  return currentData.items.map((record) => {
    const period = periodOf(record, calendar, { isDay, timeZone });
    return period === null ? null : (
      <GanttBar key={record.id} {...shared} record={record} period={period} query={query} />
    );
  });
}
