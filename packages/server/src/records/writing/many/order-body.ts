import type { RuntimeErrorId, Wire, WriteAction } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { isPlain, type Sent } from '../../context/body.ts';

type Object = Readonly<Record<string, unknown>>;

const ACTIONS: readonly WriteAction[] = ['create', 'update', 'delete', 'restore', 'transition', 'comment'];

/** One thing that is wrong with a body, at its place. */
export function wrongAt(path: string, code: RuntimeErrorId, params: Readonly<Record<string, Wire>> = {}): Refusal {
  return new Refusal('invalid', { problems: [{ path, code, params }] });
}

function within(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A JSON object with no other members than these. */
export function objectAt(value: unknown, path: string, names: readonly string[]): Object {
  if (!isPlain(value)) throw path === '' ? new Refusal('bad_request') : wrongAt(path, 'bad_type');
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return value;
  const field = unknown.slice(0, 60);
  throw wrongAt(within(path, field), 'unknown_field', { field });
}

export function actionAt(body: Object, path: string): WriteAction {
  return wordAt(body, path, { name: 'action', words: ACTIONS });
}

export function wordAt<W extends string>(
  body: Object,
  path: string,
  {
    name,
    words,
    otherwise,
  }: { readonly name: string; readonly words: readonly W[]; readonly otherwise?: W | undefined },
): W {
  const value = body[name];
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (value === undefined || value === null) throw wrongAt(within(path, name), 'required');
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw wrongAt(within(path, name), 'bad_option');
  return word;
}

export function textAt(body: Object, path: string, name: string): string {
  const value = body[name];
  if (value === undefined || value === null || value === '') throw wrongAt(within(path, name), 'required');
  if (typeof value !== 'string') throw wrongAt(within(path, name), 'bad_type');
  return value;
}

export function countAt(body: Object, path: string, name: string): number {
  const value = body[name];
  if (value === undefined || value === null) throw wrongAt(within(path, name), 'required');
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw wrongAt(within(path, name), 'bad_number');
  return value;
}

/** A version, or null where none is sent. */
export function versionAt(body: Object, path: string): number | null {
  return body['version'] === undefined || body['version'] === null ? null : countAt(body, path, 'version');
}

/** Values by name; nothing where they are not sent. */
export function valuesAt(body: Object, path: string, name: string): Sent | null {
  const value = body[name];
  if (value === undefined) return null;
  if (!isPlain(value)) throw wrongAt(within(path, name), 'bad_type');
  return value;
}

/** A list that is not empty and holds at most `max`. */
export function listAt(body: Object, path: string, name: string, max: number): readonly unknown[] {
  const value = body[name];
  if (value === undefined || value === null) throw wrongAt(within(path, name), 'required');
  if (!Array.isArray(value)) throw wrongAt(within(path, name), 'bad_type');
  if (value.length === 0) throw wrongAt(within(path, name), 'required');
  if (value.length > max) throw wrongAt(within(path, name), 'too_many', { max });
  return value;
}

export function confirmAt(body: Object, path: string): readonly string[] {
  const value = body['confirm'];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((id) => typeof id === 'string')) return value;
  throw wrongAt(within(path, 'confirm'), 'bad_type');
}
