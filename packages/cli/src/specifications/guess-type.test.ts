import { expect, test } from 'vitest';
import { guessType } from './guess-type.ts';

test.each([
  [['1', '', '-20'], { type: 'integer', keys: {} }],
  [['007', '12'], { type: 'string', keys: { max: '20' } }],
  [['1.50', '2'], { type: 'number', keys: { scale: '2' } }],
  [['true', 'false', ''], { type: 'boolean', keys: {} }],
  [['Yes', 'no', '', 'YES'], { type: 'boolean', keys: {} }],
  [['はい', 'いいえ'], { type: 'boolean', keys: {} }],
  [['yes', 'no', 'perhaps'], { type: 'string', keys: { max: '20' } }],
  [['2026-01-31', '2025-12-01'], { type: 'date', keys: {} }],
  [['2026-01-31T10:00:00Z'], { type: 'datetime', keys: {} }],
  [['08:30', '', '17:45'], { type: 'time', keys: {} }],
  [['8:30', '17:45:10'], { type: 'time', keys: {} }],
  [['08:30', '36:15'], { type: 'duration', keys: {} }],
  [['PT36H30M', 'PT0.5S'], { type: 'duration', keys: {} }],
  [['1h 30m', '45 min', ''], { type: 'duration', keys: {} }],
  [['36時間30分', '15分'], { type: 'duration', keys: {} }],
  [['1h 30m', 'soon'], { type: 'string', keys: { max: '20' } }],
  [['08:30', '8:75'], { type: 'string', keys: { max: '20' } }],
  [['5 m', '3 s'], { type: 'string', keys: { max: '20' } }],
  [['31.01.2026', '03.05.1990'], { type: 'date', keys: {}, why: 'local_day_first' }],
  [['2026/1/31', '2026年2月5日'], { type: 'date', keys: {}, why: 'local_year_first' }],
  [['31/01/2026', '1/2/2026'], { type: 'date', keys: {}, why: 'local_day_first' }],
  [['01/31/2026', '1/2/2026'], { type: 'date', keys: {}, why: 'local_month_first' }],
  [['01/02/2026', '1/3/2026'], { type: 'string', keys: {}, why: 'several' }],
  [['31.02.2026'], { type: 'string', keys: { max: '20' } }],
  [['1.234,50', '12,5', '7'], { type: 'number', keys: { scale: '2' }, why: 'local_decimal_comma' }],
  [['1.234.567', '12'], { type: 'integer', keys: {}, why: 'local_decimal_comma' }],
  [['1,234.50', '12.5'], { type: 'number', keys: { scale: '2' }, why: 'local_grouped' }],
  [['1,234', '5,678'], { type: 'string', keys: {}, why: 'several' }],
  [['1,234', '5,67'], { type: 'number', keys: { scale: '3' }, why: 'local_decimal_comma' }],
  [['a@b.example', 'c@d.example'], { type: 'string', keys: { format: 'email' } }],
  [['low', 'high', 'low', 'low'], { type: 'choice', keys: { options: '[low, high]' } }],
  [['low', 'high'], { type: 'string', keys: { max: '20' } }],
  [['x'.repeat(200)], { type: 'text', keys: {} }],
  [['a\nb'], { type: 'text', keys: {} }],
  [['', ''], { type: 'string', keys: {}, why: 'nothing' }],
])('%j', (cells, guess) => {
  expect(guessType(cells)).toMatchObject(guess);
});

test('cells that are written as somewhere they are become what data files have', () => {
  const { written: date } = guessType(['31.01.2026', '3.5.1990']);
  const { written: number } = guessType(['1.234,50', '-7']);
  expect([date('3.5.1990'), date(''), number('1.234,50'), number('-7')]).toEqual(['1990-05-03', '', '1234.50', '-7']);
});
