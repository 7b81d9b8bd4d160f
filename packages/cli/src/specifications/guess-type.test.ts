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
  [['31.01.2026'], { type: 'string', keys: { max: '20' } }],
  [['a@b.example', 'c@d.example'], { type: 'string', keys: { format: 'email' } }],
  [['low', 'high', 'low', 'low'], { type: 'choice', keys: { options: '[low, high]' } }],
  [['low', 'high'], { type: 'string', keys: { max: '20' } }],
  [['x'.repeat(200)], { type: 'text', keys: {} }],
  [['a\nb'], { type: 'text', keys: {} }],
  [['', ''], { type: 'string', keys: {}, why: 'nothing' }],
])('%j', (cells, guess) => {
  expect(guessType(cells)).toMatchObject(guess);
});
