/** A time of day as the language writes it: 8:30 AM, 8:30, 08:30. What is none stays as it is. */
export function showClock(time: string, language: string): string {
  const ms = /^\d\d:\d\d(?::\d\d)?$/.test(time) ? Date.parse(`1970-01-01T${time}Z`) : Number.NaN;
  if (Number.isNaN(ms)) return time;
  const timeStyle = time.length > 5 ? 'medium' : 'short';
  return new Intl.DateTimeFormat(language, { timeStyle, timeZone: 'UTC' }).format(ms).replace(/\u202F/gu, ' ');
}
