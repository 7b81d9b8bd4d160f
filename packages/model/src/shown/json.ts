import { jsonIn } from '../values/json-text.ts';

/** A text of JSON as people read it, a member or an item in each line; what is no JSON stays as it is. */
export function showJson(text: string): string {
  const value = jsonIn(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
