import { describe, expect, it } from 'vitest';
import { digitDate, showDate, showInstant, showMoney, showNumber, showPercent, showTriangle } from '@ninefold/model';
import { readDate, readEra, showAbout, showNearDay, showRelative, zoneName } from './times.ts';

describe('numbers', () => {
  it('keeps every digit of exact decimals', () => {
    expect(showNumber('12345678901234567.89', 'en')).toBe('12,345,678,901,234,567.89');
    expect(showNumber('1234.5', 'de', 2)).toBe('1.234,50');
  });
  it('writes yen the Japanese way', () => {
    expect(showMoney('1234', 'ja', 'JPY', 0)).toBe('1,234円');
    expect(showMoney('1200.00', 'en', 'EUR', 2)).toBe('€1,200.00');
  });
  it('writes negatives with a triangle in Japanese alone', () => {
    expect(showTriangle(showMoney('-1234', 'ja', 'JPY', 0), 'ja')).toBe('△1,234円');
    expect(showTriangle(showNumber('-12.5', 'ja'), 'ja')).toBe('△12.5');
    expect(showTriangle(showNumber('12.5', 'ja'), 'ja')).toBe('12.5');
    expect(showTriangle(showMoney('-1200.00', 'en', 'EUR', 2), 'en')).toBe('-€1,200.00');
  });
  it('takes 8 for 8 %', () => {
    expect(showPercent('8', 'en', 0)).toBe('8%');
    expect(showPercent('7.5', 'de', 1)).toBe('7,5\u00a0%');
  });
});

describe('times', () => {
  it('shows days in the language', () => {
    expect(showDate('2026-03-05', 'ja')).toBe('2026/03/05');
    expect(showDate('2026-03-05', 'en')).toBe('Mar 5, 2026');
    expect(showDate('2026-03-05', 'de')).toBe('05.03.2026');
    expect(digitDate('2026-03-05', 'en')).toBe('03/05/2026');
    expect(digitDate('2026-03-05', 'ja')).toBe('2026/03/05');
  });
  it('seed: Japanese date wording among the languages: a day is read back with its weekday and era', () => {
    expect(readDate('2026-03-05', 'ja')).toBe('2026年3月5日(木)');
    expect(readDate('2026-03-05', 'en')).toBe('Thu, Mar 5, 2026');
    expect(readEra('2026-03-05')).toBe('令和8年3月5日');
  });
  it('shows instants in the zone of the application', () => {
    expect(showInstant('2026-03-05T22:30:00.000Z', 'ja', 'Asia/Tokyo')).toBe('2026/03/06 07:30');
    expect(showInstant('2026-03-05T22:30:00.000Z', 'en', 'UTC')).toBe('Mar 5, 2026, 10:30 PM');
  });
  it('names the zone of the application', () => {
    expect(zoneName('Europe/Berlin', 'en')).toBe('Central European Time');
    expect(zoneName('Asia/Tokyo', 'ja')).toBe('日本標準時');
  });
  it('names the days that are near, and leaves out the year of today', () => {
    const near = (date: string, locale: string): string =>
      showNearDay(date, '2026-12-31', { language: locale.slice(0, 2), locale });
    expect(
      ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2026-03-05', 'x'].map((day) => near(day, 'en-US')),
    ).toEqual(['Yesterday', 'Today', 'Tomorrow', 'Jan 2, 2027', 'Mar 5', 'x']);
    expect(['2026-12-30', '2026-03-05', '2025-12-31'].map((day) => near(day, 'ja'))).toEqual([
      '昨日',
      '03/05',
      '2025/12/31',
    ]);
    expect(near('2026-03-05', 'en-GB')).toBe('5 Mar');
  });
  it('tells how long something lasts by its largest unit', () => {
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    expect([-5, 0, 59 * minute, hour, day - 1, day, 2 * day - 1, 400 * day].map((ms) => showAbout(ms, 'en'))).toEqual([
      '1 minute',
      '1 minute',
      '59 minutes',
      '1 hour',
      '23 hours',
      '1 day',
      '1 day',
      '400 days',
    ]);
    expect(showAbout(2 * day, 'ja')).toBe('2日');
  });
  it('tells how long ago', () => {
    const now = Date.parse('2026-03-05T12:00:00Z');
    expect(showRelative('2026-03-05T09:00:00Z', { language: 'en', timeZone: 'UTC' }, now)).toBe('3 hours ago');
    expect(showRelative('2026-03-05T11:59:40Z', { language: 'en', timeZone: 'UTC' }, now)).toBe('now');
    expect(showRelative('2026-03-07T12:00:00Z', { language: 'ja', timeZone: 'UTC' }, now)).toBe('明後日');
    expect(showRelative('2026-03-08T11:00:00Z', { language: 'en', timeZone: 'UTC' }, now)).toBe('in 3 days');
    const late = Date.parse('2026-11-22T10:52:00Z'); // 19:52 in Tokyo
    const inTokyo = { language: 'ja', timeZone: 'Asia/Tokyo' };
    expect(showRelative('2026-11-19T14:15:00Z', inTokyo, late)).toBe('3日前');
    expect(showRelative('2026-11-20T14:08:00Z', inTokyo, late)).toBe('一昨日');
    expect(showRelative('2026-11-21T10:51:00Z', inTokyo, late)).toBe('昨日');
    expect(showRelative('2026-11-21T14:08:00Z', inTokyo, late)).toBe('20時間前');
    expect(showRelative('2026-11-08T10:00:00Z', inTokyo, late)).toBe('2週間前');
  });
});
