import { describe, expect, it } from 'vitest';
import { namesNoDay, parseDate } from './parse-date.ts';

const today = '2026-03-03';

describe('parseDate', () => {
  const same = [
    '2026-03-05',
    '2026/3/5',
    '20260305',
    '令和8年3月5日',
    'R8.3.5',
    '2026年3月5日',
    '２０２６／３／５',
    '+2',
    '3月5日',
    '2026年3月5日（木）',
  ];
  it.each(same)('%s is the fifth of March 2026 in ja and en', (text) => {
    expect(parseDate(text, { today, language: 'ja' })).toBe('2026-03-05');
    expect(parseDate(text, { today, language: 'en' })).toBe('2026-03-05');
  });

  const cases: readonly (readonly [text: string, language: string, value: string | null])[] = [
    ['3/5', 'ja', '2026-03-05'],
    ['3/5', 'en', '2026-03-05'],
    ['5.3.', 'de', '2026-03-05'],
    ['5.3.2026', 'de', '2026-03-05'],
    ['03/05/2026', 'en', '2026-03-05'],
    ['5.3.2026', 'en', '2026-03-05'],
    ['05.03.2026', 'ja', '2026-03-05'],
    ['5.3.', 'en', '2026-03-05'],
    ['3.5', 'ja', '2026-03-05'],
    ['12.25.2026', 'en', null],
    ['05/03/2026', 'en-GB', '2026-03-05'],
    ['Mar 5, 2026', 'en', '2026-03-05'],
    ['5 march', 'en', '2026-03-05'],
    ['5. März 2026', 'de', '2026-03-05'],
    ['12/30', 'ja', '2025-12-30'],
    ['8/31', 'ja', '2026-08-31'],
    ['today', 'en', today],
    ['今日', 'en', today],
    ['明日', 'ja', '2026-03-04'],
    ['-3', 'en', '2026-02-28'],
    ['令和元年5月1日', 'ja', '2019-05-01'],
    ['H31.4.30', 'ja', '2019-04-30'],
    ['S64.1.7', 'ja', '1989-01-07'],
    ['2026-02-29', 'en', null],
    ['2026-13-01', 'en', null],
    ['nonsense', 'en', null],
    ['', 'en', null],
    ['R0.1.1', 'ja', null],
  ];
  it.each(cases)('%s in %s is %s', (text, language, value) => {
    expect(parseDate(text, { today, language })).toBe(value);
  });
});

it.each(['2026-11-31', '２０２６／１１／３１', '令和8年13月1日', 'R8.2.30', '2月30日', '2026.2.29'])(
  '%s has the form of a day, and there is none',
  (text) => {
    expect([parseDate(text, { today, language: 'ja' }), namesNoDay(text)]).toEqual([null, true]);
  },
);

it.each(['soon', '', '2026', '12:30', '11月', 'x2026-11-31'])('%j has not', (text) => {
  expect(namesNoDay(text)).toBe(false);
});
