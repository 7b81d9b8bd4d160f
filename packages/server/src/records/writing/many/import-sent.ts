import {
  canEverRead,
  type Entity,
  isLines,
  normalValue,
  type RecordValue,
  standsFor,
  type Wire,
} from '@ninefold/model';
import { isPlain, type Sent } from '../../context/body.ts';
import type { WriteContext } from '../../services/write-context.ts';

/** What a row says that does not stand there already, as far as the caller may know: the rest is no change, even of what is locked. */
export function changesIn({ entity, rights }: WriteContext, seen: RecordValue | null, values: Sent): Sent {
  const isSame = (name: string, value: Wire): boolean => {
    const field = entity.fields[name];
    if (field === undefined || !canEverRead(rights, entity, name)) return false;
    return standsFor(field, normalValue(field, value), seen?.[name]);
  };
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(name, value)));
}

/** Lines of a new record are new, wherever the file comes from. */
export function withoutLineIds({ fields }: Entity, values: Sent): Sent {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): readonly [string, Wire] => [
      name,
      isLines(fields[name]) && Array.isArray(value) ? value.map((line: Wire) => withoutId(line)) : value,
    ]),
  );
}

/** Lines without what nobody writes, which an exported file holds: it stays as it is. */
export function withoutReadOnly({ fields }: Entity, values: Sent): Sent {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): readonly [string, Wire] => {
      const field = fields[name];
      if (!isLines(field) || !Array.isArray(value)) return [name, value];
      const closed = Object.values(field.fields).flatMap(({ id, readOnly }) => (readOnly ? [id] : []));
      const open = (line: Wire): Wire =>
        isPlain(line) ? Object.fromEntries(Object.entries(line).filter(([id]) => !closed.includes(id))) : line;
      return [name, closed.length === 0 ? value : value.map(open)];
    }),
  );
}

function withoutId(line: Wire): Wire {
  if (!isPlain(line)) return line;
  const { id: _, ...rest } = line;
  return rest;
}
