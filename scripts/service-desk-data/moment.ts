/** The instant so many minutes before now, as an expression that a data file may hold. */
export function moment(minutesAgo: number): string {
  const past = minutesAgo >= 0;
  const sign = past ? '-' : '+';
  const all = Math.abs(Math.round(minutesAgo));
  const parts: readonly [string, number][] = [
    ['days', Math.floor(all / 1440)],
    ['hours', Math.floor((all % 1440) / 60)],
    ['minutes', all % 60],
  ];
  const shift = parts.filter(([, count]) => count > 0).map(([unit, count]) => ` ${sign} ${unit}(${count})`);
  return `= now${shift.join('')}`;
}

/** The calendar day so many days before today. */
export function day(daysAgo: number): string {
  if (daysAgo === 0) return '= today';
  return daysAgo > 0 ? `= today - days(${daysAgo})` : `= today + days(${-daysAgo})`;
}
