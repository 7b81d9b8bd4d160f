import type { Wire } from '../wire/answers.ts';

const PLACEHOLDER = /\{\{\s*([\w.]+)[^}]*\}\}/g;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The number that decides the form of a text which is written in plural forms: `count`, else the first value in the text that is a number. Null where there is none. */
export function pluralNumber(text: string, params: Readonly<Record<string, Wire>>): number | null {
  const names = ['count', ...[...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)];
  for (const name of names) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value))) return Number(value);
  }
  return null;
}
