import { typeOf, type CalendarLayout, type Entity, type ListScreen, type ListState } from '@ninefold/model';
import { firstWeekday } from '../../base/format/first-weekday.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { CalendarHead } from './calendar-head.tsx';
import type { CalendarShared } from './base/calendar-shared.ts';
import { CalendarWeek } from './calendar-week.tsx';
import styles from './base/calendar.module.css';
import { useDayMarks } from './base/day-marks.ts';
import { weeksOf } from './base/days.ts';
import { HourGrid } from './hours/hour-grid.tsx';
import { useCreateOn } from './base/new-here.ts';
import { CalendarRows } from './rows/calendar-rows.tsx';
import { useCalendarRows } from './rows/use-calendar-rows.ts';
import { useCalendarPlace, type CalendarPlace } from './base/use-calendar-place.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useDayWords } from './base/use-day-words.ts';
import { MoveNoteText } from './moves/move-note.tsx';
import { useMoving } from './moves/use-moving.tsx';

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
  const marks = useDayMarks(calendar, [weeks[0]?.[0] ?? place.day, weeks.at(-1)?.at(-1) ?? place.day]);
  const per = calendar.per !== null && entity.fields[calendar.per] ? calendar.per : null;
  const texts = useTexts();
  const createOn = useCreateOn(entity, screen, calendar, isDay);
  const { moves, note, task } = useMoving(entity, calendar, isDay);
  const shared: CalendarShared = {
    ...moves,
    ...{ entity, screen, calendar, isDay, state, place, words, active, onDayKey, searchOf, createOn, marks },
  };
  return (
    <section ref={frame} className={styles['calendar']} aria-label={title} data-nf-calendar={place.span}>
      <CalendarHead
        place={place}
        title={words.title(place.span, weeks[0] ?? [], place.day)}
        rows={per === null ? null : texts.field(entity.id, per)}
        onGo={go}
      />
      {task}
      <CalendarDays {...shared} weeks={weeks} />
      <output className={styles['note']} data-nf-move={note?.verdict?.kind}>
        {note && <MoveNoteText entity={entity.id} note={note} />}
      </output>
    </section>
  );
}

interface CalendarDaysProps extends CalendarShared {
  readonly weeks: readonly (readonly string[])[];
}

/** The days: by hours where the records have them and there is room, by people or rooms where the calendar has rows, else by weeks. */
function CalendarDays({ weeks, ...outer }: CalendarDaysProps) {
  const { field } = useTexts();
  const { entity, calendar, place, isDay, words } = outer;
  const wanted = place.rows ? calendar.per : null;
  const [first = []] = weeks;
  const days = daysOf(weeks, place);
  const { rows, more, isClosed } = useCalendarRows({ ...outer, days }, wanted);
  const per = isClosed ? null : wanted;
  const shared: CalendarShared = { ...outer, rowsToMoveTo: rows?.filter(({ except }) => except === undefined) ?? [] };
  const hasHours = !isDay && (place.span === 'day' || (place.span === 'week' && per === null));
  if (per !== null && rows === null) return null;
  if (hasHours) return <HourGrid key={place.span} {...shared} days={first} rows={rows ?? []} />;
  if (per !== null)
    return (
      <>
        <CalendarRows {...shared} days={days} rows={rows ?? []} heading={field(entity.id, per)} />
        {more > 0 && <MoreRows count={more} />}
      </>
    );
  return (
    <>
      {place.span !== 'day' && (
        <div className={styles['weekdays']} aria-hidden>
          {first.map((day) => (
            <span key={day}>{words.weekday(day)}</span>
          ))}
        </div>
      )}
      {weeks.map((days) => (
        <CalendarWeek key={days[0]} {...shared} days={days} />
      ))}
    </>
  );
}

function MoreRows({ count }: { readonly count: number }) {
  const { t } = useTexts();
  return <p className={styles['cut']}>{t('calendar.more_rows', { count })}</p>;
}

/** The days beside each other: of a month without those of the months beside it. */
function daysOf(weeks: readonly (readonly string[])[], { span, day }: CalendarPlace): readonly string[] {
  const days = weeks.flat();
  return span === 'month' ? days.filter((one) => one.slice(0, 7) === day.slice(0, 7)) : days;
}
