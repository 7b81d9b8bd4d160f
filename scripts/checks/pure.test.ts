import { expect, test } from 'vitest';
import { pureFindings } from './pure.ts';

function found(text: string): readonly string[] {
  return pureFindings(new Map([['packages/model/src/a.ts', text]])).map((one) => one.text.split(' has ')[0] ?? '');
}

test.each([
  ['const t = Date.now();', 'Date.now'],
  ['const t = new Date();', 'new Date()'],
  ['const r = Math.random();', 'Math.random'],
  ['const e = process.env;', 'process'],
  ['const c = crypto.randomUUID();', 'crypto'],
  ['setTimeout(f, 1);', 'setTimeout'],
])('%s is refused', (text, what) => {
  expect(found(text)).toEqual([what]);
});

test.each([
  'const t = new Date(0);',
  'const m = Math.floor(1.5);',
  'const o = { process: 1 }; o.process;',
  'Date.parse(x);',
])('%s is fine', (text) => {
  expect(found(text)).toEqual([]);
});
