import { describe, expect, it } from 'vitest';
import { parseNumber } from './parse-number.ts';

describe('parseNumber', () => {
  const cases: readonly (readonly [text: string, language: string, value: string | null])[] = [
    ['１，２３４', 'ja', '1234'],
    ['1,234', 'ja', '1234'],
    ['1,234', 'en', '1234'],
    ['1.234,5', 'de', '1234.5'],
    ['1.234', 'de', '1234'],
    ['1234.5', 'de', '1234.5'],
    ['1 234,5', 'fr', '1234.5'],
    ['1,234.50', 'en', '1234.50'],
    ['.5', 'en', '0.5'],
    ['５．５', 'ja', '5.5'],
    ['△1,200', 'ja', '-1200'],
    ['−12', 'en', '-12'],
    ['-0.00', 'en', '0.00'],
    ['007', 'en', '7'],
    ['1,234円', 'ja', '1234'],
    ['€ 12.50', 'en', '12.50'],
    ['JPY 1,200', 'en', '1200'],
    ['8 %', 'en', '8'],
    ['99999999999999.9999', 'en', '99999999999999.9999'],
    ['1,5', 'en', null],
    ['0,500', 'en', null],
    ['00,500', 'ja', null],
    ['0.500', 'de', '0.500'],
    ['0,500', 'de', '0.500'],
    ['10,500', 'en', '10500'],
    ['1,2345', 'en', null],
    ['12a', 'en', null],
    ['--1', 'en', null],
    ['', 'en', null],
    ['1.2.3', 'en', null],
  ];
  it.each(cases)('%s in %s is %s', (text, language, value) => {
    expect(parseNumber(text, language)).toBe(value);
  });

  it.each<readonly [string, ',' | '.', string | null]>([
    ['1.250', ',', '1250'],
    ['1,250', ',', '1.250'],
    ['1 234,5', ',', '1234.5'],
    ['1234.5', ',', null],
    ['1,250', '.', '1250'],
    ['1 250.5', '.', '1250.5'],
    ['12,5', '.', null],
  ])('%s with a %s before decimals is %s', (text, sign, value) => {
    expect(parseNumber(text, 'en', { sign })).toBe(value);
  });

  it.each<readonly [text: string, language: string, unit: string, value: string | null]>([
    ['€ 12.50', 'en', 'EUR', '12.50'],
    ['12,50 EUR', 'de', 'EUR', '12.50'],
    ['12.50', 'en', 'EUR', '12.50'],
    ['90,000円', 'ja', 'EUR', null],
    ['¥90000', 'en', 'EUR', null],
    ['£900', 'en', 'EUR', null],
    ['900 USD', 'en', 'EUR', null],
    ['50%', 'en', 'EUR', null],
    ['90,000円', 'ja', 'JPY', '90000'],
    ['￥90,000', 'en', 'JPY', '90000'],
    ['$900', 'en', 'USD', '900'],
    ['$900', 'en', 'CAD', '900'],
    ['€900', 'en', 'USD', null],
    ['50 %', 'de', '%', '50'],
    ['€50', 'en', '%', null],
    ['0円', 'ja', '円', '0'], // no code of a currency: a specification that is being written
    ['0円', 'ja', 'Euro', null],
  ])('%s in %s as an amount of %s is %s', (text, language, unit, value) => {
    expect(parseNumber(text, language, { unit })).toBe(value);
  });
});
