import type { Type } from '@ninefold/model';
import type { Value } from '../../expressions/context.ts';
import { ORDERS } from '../../expressions/numbers.ts';
import { SqlRefused } from '../../expressions/refused.ts';
import { typed } from './types.ts';
import { join, param, raw, type Sql, sql } from '../../sql/sql.ts';

type Call = (args: readonly Value[], type: Type) => Sql;

const zone = param((scope) => scope.timeZone);
const BLANK = raw('NULL');

function of(args: readonly Value[], index: number): Sql {
  return args[index]?.sql ?? BLANK;
}

function plain(name: string): Call {
  return (args) =>
    sql`${raw(name)}(${join(
      args.map((arg) => arg.sql),
      ', ',
    )})`;
}

/** The same for texts, whose order must stay by code point. */
function ofText(name: string): Call {
  return (args, type) => sql`(${plain(name)(args, type)} COLLATE "C")`;
}

function kindOf(args: readonly Value[], index: number): string {
  return args[index]?.type.kind ?? 'null';
}

function moved(moment: Sql, span: Sql, kind: string): Sql {
  if (kind === 'date') return sql`(nf_date_add(${moment}, ${span}) COLLATE "C")`;
  return sql`(nf_instant_add(${moment}, ${span}, ${zone}) COLLATE "C")`;
}

const add: Call = (args, type) => {
  const [a, b] = [of(args, 0), of(args, 1)];
  if (type.kind === 'number') return sql`nf_bounded(${a} + ${b})`;
  if (type.kind === 'duration') return sql`nf_join(${a}, ${b})`;
  return kindOf(args, 0) === 'duration' ? moved(b, a, type.kind) : moved(a, b, type.kind);
};

const sub: Call = (args, type) => {
  const [a, b] = [of(args, 0), of(args, 1)];
  const kinds = `${kindOf(args, 0)} ${kindOf(args, 1)}`;
  if (kinds === 'date date') return sql`(nf_days(${a}) - nf_days(${b}))::numeric`;
  if (kinds === 'datetime datetime') return sql`nf_span(0, 0, nf_ms(${a}) - nf_ms(${b}))`;
  if (type.kind === 'duration') return sql`nf_join(${a}, nf_negate(${b}))`;
  if (type.kind === 'number') return sql`nf_bounded(${a} - ${b})`;
  return moved(a, sql`nf_negate(${b})`, type.kind);
};

function span(unit: 'months' | 'days', times: number): Call {
  const amount = (count: Sql): Sql => sql`trunc(${count})::double precision * ${raw(String(times))}`;
  return (args) =>
    unit === 'months' ? sql`nf_span(${amount(of(args, 0))}, 0, 0)` : sql`nf_span(0, ${amount(of(args, 0))}, 0)`;
}

function milliseconds(times: number): Call {
  return (args) => sql`nf_span(0, 0, nf_scaled_ms(${of(args, 0)}, ${raw(String(times))}))`;
}

/** Local time of a date or an instant, in milliseconds. */
function local(args: readonly Value[]): Sql {
  if (kindOf(args, 0) === 'date') return sql`(nf_days(${of(args, 0)}) * 86400000)::double precision`;
  return sql`nf_local(${of(args, 0)}, ${zone})`;
}

/** The calendar day of a date or an instant. */
function day(args: readonly Value[]): Sql {
  if (kindOf(args, 0) === 'date') return of(args, 0);
  return sql`(nf_day_text(${local(args)}) COLLATE "C")`;
}

function calendar(part: 1 | 2 | 3): Call {
  return (args) => sql`nf_part(${raw(String(part))}, ${local(args)})`;
}

function clock(unit: number, size: number): Call {
  return (args) => sql`nf_clock(${raw(String(unit))}, ${raw(String(size))}, ${local(args)})`;
}

/** The least or greatest of its arguments without the blank ones; spans compare by their length. */
function extreme(name: 'least' | 'greatest', sign: '<' | '>'): Call {
  return (args, type) => {
    if (type.kind !== 'duration') return plain(name)(args, type);
    return args
      .map((arg) => arg.sql)
      .reduce(
        (best, next) =>
          sql`CASE WHEN ${best} IS NULL OR nf_length(${next}) ${raw(sign)} nf_length(${best}) THEN ${next} ELSE ${best} END`,
      );
  };
}

const text: Call = (args) => {
  switch (kindOf(args, 0)) {
    case 'number':
      return sql`(nf_number_text(${of(args, 0)}) COLLATE "C")`;
    case 'boolean':
      return sql`((${of(args, 0)})::text COLLATE "C")`;
    case 'text':
    case 'date':
    case 'datetime':
      return of(args, 0);
    default:
      return sql`(NULL::text COLLATE "C")`;
  }
};

const CALLS: Readonly<Record<string, Call>> = {
  add,
  sub,
  mul: plain('nf_multiply'),
  div: plain('nf_divide'),
  quotient: plain('nf_quotient'),
  mod: (args) => sql`(${of(args, 0)} % nullif(${of(args, 1)}, 0))`,
  neg: (args, type) => (type.kind === 'duration' ? plain('nf_negate')(args, type) : sql`(- ${of(args, 0)})`),
  abs: plain('abs'),
  floor: plain('floor'),
  ceil: plain('ceil'),
  round: (args) => sql`nf_round(${of(args, 0)}, ${args.length > 1 ? of(args, 1) : raw('0')})`,
  lower: ofText('nf_lower'),
  text,
  seconds: milliseconds(1000),
  minutes: milliseconds(60_000),
  hours: milliseconds(3_600_000),
  days: span('days', 1),
  weeks: span('days', 7),
  months: span('months', 1),
  years: span('months', 12),
  date: (args) => day(args),
  start_of_month: (args) => sql`(nf_month_start(${day(args)}) COLLATE "C")`,
  end_of_month: (args) => sql`(nf_month_end(${day(args)}) COLLATE "C")`,
  year: calendar(1),
  month: calendar(2),
  day: calendar(3),
  hour: clock(3_600_000, 24),
  minute: clock(60_000, 60),
  time: (args) => sql`(nf_time_text(${local(args)}) COLLATE "C")`,
  weekday: (args) => sql`nf_weekday(${local(args)})`,
  days_between: (args) => sql`(nf_days(${of(args, 1)}) - nf_days(${of(args, 0)}))::numeric`,
  age: plain('nf_age'),
  workdays: plain('nf_workdays'),
  min: extreme('least', '<'),
  max: extreme('greatest', '>'),
  contains: (args) => sql`strpos(${of(args, 0)}, ${of(args, 1)}) > 0`,
  starts_with: plain('starts_with'),
  ends_with: plain('nf_ends_with'),
  eq: (args) => sql`nf_length(${of(args, 0)}) IS NOT DISTINCT FROM nf_length(${of(args, 1)})`,
};

const SKIPS_BLANKS = new Set(['min', 'max', 'eq']);

/** A function of the language in PostgreSQL. What is always blank has no type that it could be called with. */
export function callSql(fn: string, type: Type, args: readonly Value[]): Sql {
  if (!SKIPS_BLANKS.has(fn) && args.some((arg) => arg.type.kind === 'null'))
    return type.kind === 'null' ? BLANK : typed(type, BLANK);
  const order = ORDERS[fn];
  if (order) return sql`nf_length(${of(args, 0)}) ${raw(order.sign)} nf_length(${of(args, 1)})`;
  const call = CALLS[fn];
  if (!call) throw new SqlRefused('function', fn);
  return call(args, type);
}
