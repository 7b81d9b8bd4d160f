import { useMemo } from 'react';
import {
  typeOf,
  type CalendarLayout,
  type Entity,
  type GanttLayout,
  type ListScreen,
  type ListState,
} from '@ninefold/model';
import { firstWeekday } from '../../base/format/first-weekday.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { metQuery, openQuery } from '../calendar/base/calendar-query.ts';
import { rowKey } from '../calendar/base/calendar-shared.ts';
import calendarStyles from '../calendar/base/calendar.module.css';
import { MoveNoteText } from '../calendar/moves/move-note.tsx';
import { useCalendarRows } from '../calendar/rows/use-calendar-rows.ts';
import { useMoving } from '../calendar/moves/use-moving.tsx';
import { axisOf, lastOf, ticksOf } from './axis.ts';
import { GanttHead } from './gantt-head.tsx';
import { GanttLines } from './gantt-lines.tsx';
import { GanttScale } from './gantt-scale.tsx';
import type { GanttShared } from './gantt-shared.ts';
import { Scroller } from '../../kit/page/scroller.tsx';
import styles from './gantt.module.css';
import { useAxisPlace } from './use-axis-place.ts';

interface GanttProps {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly title: string;
}

/** The records of a list as bars on a line of days, one below the other. Only those in sight are asked for. */
export function Gantt(props: GanttProps) {
  const { gantt } = props.screen;
  return gantt === null ? null : <GanttOf {...props} gantt={gantt} />;
}

function GanttOf({ entity, screen, state, title, gantt }: GanttProps & { readonly gantt: GanttLayout }) {
  const { t } = useTexts();
  const { locale } = useFormat();
  const { timeZone } = useModel();
  const { place, go } = useAxisPlace();
  const from = entity.fields[gantt.from];
  const isDay = from !== undefined && typeOf(from, entity.id).kind === 'date';
  const calendar: CalendarLayout = useMemo(() => ({ ...gantt, closed: null, holidays: null }), [gantt]);
  const { moves, note, task } = useMoving(entity, calendar, isDay);
  const axis = useMemo(() => axisOf(place.zoom, place.day), [place.zoom, place.day]);
  const ticks = ticksOf(place.zoom, axis, firstWeekday(locale));
  const shared: GanttShared = { ...moves, entity, calendar, isDay, axis };
  const end = entity.fields[gantt.to];
  const days = [axis.first, lastOf(axis)];
  const { rows, more, isClosed } = useCalendarRows({ entity, screen, state, calendar, isDay, days }, gantt.per);
  const groups = gantt.per === null || isClosed ? [null] : rows;
  return (
    <div className={styles['gantt']} data-nf-gantt={place.zoom}>
      <GanttHead place={place} axis={axis} onGo={go} />
      {task}
      <Scroller label={title} className={styles['frame']}>
        <GanttScale place={place} ticks={ticks} axis={axis}>
          {groups?.map((row) => {
            const asked = { ...{ state, screen, calendar, isDay, timeZone, row } };
            const queries = [metQuery(asked, days), ...(end?.required === true ? [] : [openQuery(asked, days)])];
            return <GanttLines key={row === null ? '' : rowKey(row)} {...shared} row={row} queries={queries} />;
          })}
        </GanttScale>
      </Scroller>
      {more > 0 && <p className={styles['more']}>{t('calendar.more_rows', { count: more })}</p>}
      <output className={calendarStyles['note']} data-nf-move={note?.verdict?.kind}>
        {note && <MoveNoteText entity={entity.id} note={note} />}
      </output>
    </div>
  );
}
