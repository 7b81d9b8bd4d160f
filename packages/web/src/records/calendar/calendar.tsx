import { typeOf, type CalendarLayout, type Entity, type ListScreen, type ListState } from '@ninefold/model';
import { firstWeekday } from '../../base/format/first-weekday.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { CalendarHead } from './calendar-head.tsx';
import type { CalendarShared } from './calendar-shared.ts';
import { CalendarWeek } from './calendar-week.tsx';
import styles from './calendar.module.css';
import { weeksOf } from './days.ts';
import { useCreateOn } from './new-here.ts';
import { useCalendarPlace } from './use-calendar-place.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useDayWords } from './use-day-words.ts';
import { MoveNoteText } from './move-note.tsx';
import { useMoving } from './use-moving.tsx';

interface CalendarProps {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly title: string;
}

/** The records of a list on the days that they meet. Each row of days asks for its own records. */
export function Calendar(props: CalendarProps) {
  const { calendar } = props.screen;
  return calendar === null ? null : <CalendarOf {...props} calendar={calendar} />;
}

function CalendarOf({ entity, screen, state, title, calendar }: CalendarProps & { readonly calendar: CalendarLayout }) {
  const { locale } = useFormat();
  const words = useDayWords();
  const { place, searchOf, go } = useCalendarPlace();
  const weeks = weeksOf(place.span, place.day, firstWeekday(locale));
  const from = entity.fields[calendar.from];
  const isDay = from !== undefined && typeOf(from, entity.id).kind === 'date';
  const { frame, active, onDayKey } = useDayKeys(weeks, place, go);
  const createOn = useCreateOn(entity, screen, calendar, isDay);
  const { moves, note, task } = useMoving(entity, calendar, isDay);
  const shared: CalendarShared = {
    ...moves,
    ...{ entity, screen, calendar, isDay, state, place, words, active, onDayKey, searchOf, createOn },
  };
  return (
    <section ref={frame} className={styles['calendar']} aria-label={title} data-nf-calendar={place.span}>
      <CalendarHead place={place} title={words.title(place.span, weeks[0] ?? [], place.day)} onGo={go} />
      {place.span !== 'day' && (
        <div className={styles['weekdays']} aria-hidden>
          {(weeks[0] ?? []).map((day) => (
            <span key={day}>{words.weekday(day)}</span>
          ))}
        </div>
      )}
      {task}
      {weeks.map((days) => (
        <CalendarWeek key={days[0]} {...shared} days={days} />
      ))}
      <output className={styles['note']} data-nf-move={note?.verdict?.kind}>
        {note && <MoveNoteText entity={entity.id} note={note} />}
      </output>
    </section>
  );
}
