import { expect, test } from 'vitest';
import { nameIn } from './attachment.ts';

test.each([
  [`attachment; filename="ticket_2026.xlsx"; filename*=UTF-8''%E4%BE%9D%E9%A0%BC.xlsx`, '依頼.xlsx'],
  ['attachment; filename="All requests_1.csv"', 'All requests_1.csv'],
  [`attachment; filename="kept.csv"; filename*=UTF-8''%E4%BE`, 'kept.csv'],
  ['attachment', null],
])('%s', (given, name) => {
  expect(nameIn({ headers: new Headers({ 'content-disposition': given }) })).toBe(name);
});
