import { pure } from './numbers.ts';

const DAY = '86400000';
const INSTANT = String.raw`'^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'`;

/**
 * Calendar and clock as the evaluator has them: days and instants are ISO text, a span is { months, days, ms }. Milliseconds
 * are double precision, as they are in JavaScript, so that what lies far outside the calendar is cut off at the same place.
 */
export const TIME_FUNCTIONS: readonly string[] = [
  pure('nf_floor_div(a bigint, b bigint)', 'bigint', '(CASE WHEN a >= 0 THEN a ELSE a - b + 1 END) / b'),
  civilDays(),
  civil(),
  pure(
    'nf_days(day text)',
    'bigint',
    String.raw`CASE WHEN day ~ '^\d{4}-\d\d-\d\d' THEN nf_civil_days(substr(day, 1, 4)::bigint, substr(day, 6, 2)::bigint, substr(day, 9, 2)::bigint) END`,
  ),
  pure(
    'nf_ms(instant text)',
    'double precision',
    `CASE WHEN instant ~ ${INSTANT} THEN (nf_days(instant) * ${DAY} + substr(instant, 12, 2)::bigint * 3600000 + substr(instant, 15, 2)::bigint * 60000 + substr(instant, 18, 2)::bigint * 1000 + substr(instant, 21, 3)::bigint)::double precision END`,
  ),
  instantText(),
  pure('nf_day_text(ms double precision)', 'text', 'left(nf_instant_text(ms), 10)'),
  offset(),
  pure('nf_local(instant text, zone text)', 'double precision', 'nf_ms(instant) + nf_offset(nf_ms(instant), zone)'),
  instantOf(),
  addMonths(),
  pure(
    'nf_span(months double precision, days double precision, ms double precision)',
    'double precision[]',
    'CASE WHEN months + days + ms IS NOT NULL THEN ARRAY[months, days, ms] END',
  ),
  pure('nf_length(span double precision[])', 'double precision', `(span[1] * 30 + span[2]) * ${DAY} + span[3]`),
  pure(
    'nf_whole(ms double precision)',
    'numeric',
    `CASE WHEN abs(ms) <= ${String(Number.MAX_SAFE_INTEGER)} THEN ms::numeric END`,
  ),
  pure('nf_negate(span double precision[])', 'double precision[]', 'nf_span(-span[1], -span[2], -span[3])'),
  pure(
    'nf_join(a double precision[], b double precision[])',
    'double precision[]',
    'nf_span(a[1] + b[1], a[2] + b[2], a[3] + b[3])',
  ),
  pure(
    'nf_scaled_ms(count numeric, times double precision)',
    'double precision',
    'trunc((count * 10000000000)::double precision * times / 10000000000::double precision)',
  ),
  pure(
    'nf_date_add(day text, span double precision[])',
    'text',
    `nf_day_text(nf_add_months((nf_days(day) * ${DAY})::double precision, span[1]) + span[2] * ${DAY} + floor(span[3] / ${DAY}) * ${DAY})`,
  ),
  instantAdd(),
  pure(
    'nf_part(part integer, local double precision)',
    'numeric',
    `(nf_civil(floor(local / ${DAY})::bigint))[part]::numeric`,
  ),
  pure(
    'nf_clock(unit double precision, size double precision, local double precision)',
    'numeric',
    `mod(floor((local - floor(local / ${DAY}) * ${DAY}) / unit)::bigint, size::bigint)::numeric`,
  ),
  pure(
    'nf_time_text(local double precision)',
    'text',
    "lpad(nf_clock(3600000, 24, local)::text, 2, '0') || ':' || lpad(nf_clock(60000, 60, local)::text, 2, '0')",
  ),
  pure(
    'nf_weekday(local double precision)',
    'numeric',
    `(floor(local / ${DAY})::bigint + 3 - nf_floor_div(floor(local / ${DAY})::bigint + 3, 7) * 7 + 1)::numeric`,
  ),
  pure(
    'nf_weekdays_until(day bigint)',
    'bigint',
    'nf_floor_div(day, 7) * 5 + least(day - nf_floor_div(day, 7) * 7 + 1, 5)',
  ),
  pure(
    'nf_workdays(a text, b text)',
    'numeric',
    'CASE WHEN a <= b COLLATE "C" THEN nf_weekdays_until(nf_days(b) + 3) - nf_weekdays_until(nf_days(a) + 2) ELSE nf_weekdays_until(nf_days(b) + 2) - nf_weekdays_until(nf_days(a) + 3) END::numeric',
  ),
  pure(
    'nf_years(a text, b text)',
    'numeric',
    'substr(b, 1, 4)::numeric - substr(a, 1, 4)::numeric - CASE WHEN substr(b, 6) COLLATE "C" < substr(a, 6) THEN 1 ELSE 0 END',
  ),
  pure(
    'nf_age(a text, b text)',
    'numeric',
    'CASE WHEN a <= b COLLATE "C" THEN nf_years(a, b) ELSE -nf_years(b, a) END',
  ),
  pure('nf_month_start(day text)', 'text', "left(day, 8) || '01'"),
  pure('nf_month_end(day text)', 'text', 'nf_date_add(nf_month_start(day), ARRAY[1, -1, 0]::double precision[])'),
];

function steps(signature: string, type: string, names: string, body: string): string {
  return `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${type} LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$ DECLARE ${names} BEGIN ${body} END $$`;
}

/** Days since 1970-01-01 in the Gregorian calendar, before and after it was decreed. */
function civilDays(): string {
  return steps(
    'nf_civil_days(y bigint, m bigint, d bigint)',
    'bigint',
    'late bigint := CASE WHEN m <= 2 THEN y - 1 ELSE y END; era bigint := nf_floor_div(late, 400); rest bigint := late - era * 400; month bigint := CASE WHEN m > 2 THEN m - 3 ELSE m + 9 END;',
    'RETURN era * 146097 + rest * 365 + rest / 4 - rest / 100 + (153 * month + 2) / 5 + d - 1 - 719468;',
  );
}

/** Year, month and day of days since 1970-01-01. */
function civil(): string {
  return steps(
    'nf_civil(days bigint)',
    'bigint[]',
    'z bigint := days + 719468; era bigint := nf_floor_div(z, 146097); doe bigint := z - era * 146097; yoe bigint := (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365; doy bigint := doe - (365 * yoe + yoe / 4 - yoe / 100); mp bigint := (5 * doy + 2) / 153; m bigint := CASE WHEN mp < 10 THEN mp + 3 ELSE mp - 9 END;',
    'RETURN ARRAY[yoe + era * 400 + CASE WHEN m <= 2 THEN 1 ELSE 0 END, m, doy - (153 * mp + 2) / 5 + 1];',
  );
}

/** ISO text of an instant; blank outside the years 1 to 9999. */
function instantText(): string {
  return steps(
    'nf_instant_text(ms double precision)',
    'text',
    'days bigint; part bigint[]; rest bigint;',
    `IF NOT (ms >= -62135596800000 AND ms <= 253402300799999) THEN RETURN NULL; END IF;
    days := floor(ms / ${DAY})::bigint; part := nf_civil(days); rest := floor(ms - days * ${DAY}::double precision)::bigint;
    RETURN lpad(part[1]::text, 4, '0') || '-' || lpad(part[2]::text, 2, '0') || '-' || lpad(part[3]::text, 2, '0') || 'T' || lpad((rest / 3600000)::text, 2, '0') || ':' || lpad((rest / 60000 % 60)::text, 2, '0') || ':' || lpad((rest / 1000 % 60)::text, 2, '0') || '.' || lpad((rest % 1000)::text, 3, '0') || 'Z';`,
  );
}

/** Milliseconds by which clocks in the zone are ahead of UTC; at the ends of the database's calendar as just inside it. */
function offset(): string {
  return steps(
    'nf_offset(ms double precision, zone text)',
    'double precision',
    'at timestamptz := to_timestamp(floor(greatest(least(ms, 320000000000000), -200000000000000) / 1000));',
    `RETURN extract(epoch FROM timezone(zone, at) - timezone('UTC', at))::double precision * 1000;`,
  );
}

/** The instant at which clocks in the zone show this local time; the first of two, and the time after a gap. */
function instantOf(): string {
  return steps(
    'nf_instant_of(local double precision, zone text)',
    'double precision',
    'guess double precision := local - nf_offset(local, zone); early double precision := local - nf_offset(guess - 10800000, zone); again double precision;',
    `IF early + nf_offset(early, zone) = local THEN RETURN early; END IF;
    again := local - nf_offset(guess, zone);
    IF again + nf_offset(again, zone) = local THEN RETURN again; END IF;
    RETURN early;`,
  );
}

/** Months clamp at a month's end. Blank where JavaScript has no time. */
function addMonths(): string {
  return steps(
    'nf_add_months(ms double precision, months double precision)',
    'double precision',
    'days bigint; part bigint[]; total bigint; first bigint; size bigint;',
    `IF months = 0 THEN RETURN ms; END IF;
    IF abs(months) > 10000000 OR abs(ms) > 8640000000000000 THEN RETURN NULL; END IF;
    days := floor(ms / ${DAY})::bigint; part := nf_civil(days); total := part[1] * 12 + part[2] - 1 + months::bigint;
    first := nf_civil_days(nf_floor_div(total, 12), total - nf_floor_div(total, 12) * 12 + 1, 1);
    size := nf_civil_days(nf_floor_div(total + 1, 12), total + 1 - nf_floor_div(total + 1, 12) * 12 + 1, 1) - first;
    IF abs(first + size) > 100000000 THEN RETURN NULL; END IF;
    RETURN (first + least(part[3], size) - 1) * ${DAY}::double precision + (ms - days * ${DAY}::double precision);`,
  );
}

function instantAdd(): string {
  return steps(
    'nf_instant_add(instant text, span double precision[], zone text)',
    'text',
    'local double precision;',
    `IF span[1] = 0 AND span[2] = 0 THEN RETURN nf_instant_text(nf_ms(instant) + span[3]); END IF;
    local := nf_add_months(nf_local(instant, zone), span[1]) + span[2] * ${DAY};
    IF local IS NULL OR abs(local) >= 300000000000000 THEN RETURN NULL; END IF;
    RETURN nf_instant_text(nf_instant_of(local, zone) + span[3]);`,
  );
}
