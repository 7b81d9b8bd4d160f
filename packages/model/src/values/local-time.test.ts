import { expect, test } from 'vitest';
import { localMs } from './time.ts';

const HOUR = 3_600_000;

/** What the platform says, asked again for every instant. */
function shown(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(ms).replace(' ', 'T');
}

test.each([
  ['Europe/Berlin', '2026-03-28T12:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00.000Z'],
  ['America/St_Johns', '2011-03-12T12:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-03T12:00:00.000Z'],
  ['Pacific/Apia', '2011-12-29T00:00:00.000Z'],
  ['Africa/Casablanca', '2026-02-14T12:00:00.000Z'],
  ['Asia/Gaza', '2011-03-31T12:00:00.000Z'],
  ['Asia/Kathmandu', '1985-12-31T00:00:00.000Z'],
])('local time in %s follows the clock through the change after %s', (timeZone, from) => {
  const start = Date.parse(from);
  const instants = Array.from({ length: 250 }, (_, index) => start + index * (HOUR / 5) + 1000);
  const ours = instants.map((ms) => new Date(localMs(new Date(ms).toISOString(), timeZone)).toISOString().slice(0, 19));
  expect(ours).toEqual(instants.map((ms) => shown(ms, timeZone)));
});
