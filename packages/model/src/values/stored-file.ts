import type { Wire } from '../wire/answers.ts';
import type { StoredFile } from '../wire/uploads.ts';
import { isMap, memberOf } from './value.ts';

/** The file that a value is; null where it is none, or only names one by its id. */
export function fileIn(value: Wire | undefined): StoredFile | null {
  const [id, name, size, type] = ['id', 'name', 'size', 'type'].map((member) => memberOf(value, member));
  const isWhole = typeof id === 'string' && typeof name === 'string' && typeof type === 'string';
  return isWhole && typeof size === 'number' ? { id, name, size, type } : null;
}

/** Whether a value stands for a file that is on its way: `sending` is the key under which a form sends it. */
export function isComing(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'sending' in value && !('id' in value);
}

/** The files that a value of a field is: one, several or none. */
export function filesIn(value: Wire | undefined): readonly StoredFile[] {
  const items: readonly Wire[] = Array.isArray(value) ? value : [value ?? null];
  return items.flatMap((item) => fileIn(item) ?? []);
}

/** Whether a file is of one of these kinds; of each where there are none. */
export function isAccepted(accept: readonly string[], type: string): boolean {
  return (
    accept.length === 0 ||
    accept.some((kind) => kind === type || (kind.endsWith('/*') && type.startsWith(kind.slice(0, -1))))
  );
}

/** What a call may give for a file: its id, or an object with it. */
export function namedFile(value: Wire): Wire {
  if (typeof value === 'string') return value.trim() === '' ? null : { id: value.trim() };
  return isMap(value) ? (fileIn(value) ?? value) : value;
}
