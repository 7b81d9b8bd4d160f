import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divide, formatDecimal, multiply, parseDecimal, roundTo, shortDecimal } from './decimal.ts';

const d = (text: string): bigint => parseDecimal(text) ?? expect.unreachable(text);

describe('decimals', () => {
  test.each([
    ['1200', '1200.00'],
    ['-0.005', '-0.01'],
    ['0.005', '0.01'],
    ['.5', '0.50'],
    ['1e3', '1000.00'],
    ['12.345', '12.35'],
  ])('%s is %s at two decimals', (text, formatted) => {
    expect(formatDecimal(d(text), 2)).toBe(formatted);
  });
  test.each(['', '.', 'abc', '1,000', '0x10', 'Infinity', '1e999', '1000000000000000'])('%j is no decimal', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
  test('0.1 + 0.2 is 0.3, and 5 / 2 is 2.5', () => {
    expect(d('0.1') + d('0.2')).toBe(d('0.3'));
    expect(shortDecimal(divide(d('5'), d('2')) ?? 0n)).toBe('2.5');
  });
  test('products and quotients round half away from zero at ten decimals', () => {
    expect(shortDecimal(divide(d('-2'), d('3')) ?? 0n)).toBe('-0.6666666667');
    expect(shortDecimal(multiply(d('0.00001'), d('0.000005')) ?? 0n)).toBe('0.0000000001');
  });
  test('dividing by zero and reaching 10^15 are blank', () => {
    expect(divide(d('1'), 0n)).toBeNull();
    expect(multiply(d('100000000'), d('10000000'))).toBeNull();
  });
  test('formatting and parsing are inverse at every scale', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
        fc.integer({ min: 0, max: 10 }),
        (value, scale) => {
          expect(parseDecimal(formatDecimal(value, scale))).toBe(roundTo(value, scale));
        },
      ),
    );
  });
});
