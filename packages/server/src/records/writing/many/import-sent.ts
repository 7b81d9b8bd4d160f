import {
  canEverRead,
  type Entity,
  type Holder,
  idOf,
  isGivable,
  isLines,
  isList,
  isMap,
  type LinesField,
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

/**
 * Lines by the ids that they have in the record: one that says the same as a line there is that line, whatever id the file
 * gives it. Others are new: all of a new record, and those that were taken away since the file was written.
 */
export function withOwnLineIds({ fields }: Entity, seen: RecordValue | null, values: Sent): Sent {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): readonly [string, Wire] => {
      const field = fields[name];
      return [name, isLines(field) && Array.isArray(value) ? ownLines(field, value, linesIn(seen?.[name])) : value];
    }),
  );
}

function linesIn(value: Wire | undefined): readonly Holder[] {
  return value !== undefined && isList(value) ? value.filter(isMap) : [];
}

function ownLines(field: LinesField, sent: readonly Wire[], stored: readonly Holder[]): readonly Wire[] {
  const own = new Set(stored.map(idOf));
  const named = new Set(sent.map(idOf));
  const left = stored.filter((line) => !named.has(idOf(line)));
  return sent.map((line) => {
    if (!isPlain(line) || own.has(idOf(line))) return line;
    const { id: _, ...rest } = line;
    const at = left.findIndex((one) => saysTheSame(field, rest, one));
    const [same] = at === -1 ? [] : left.splice(at, 1);
    return same === undefined ? rest : { ...rest, id: idOf(same) };
  });
}

function saysTheSame({ fields }: LinesField, sent: Holder, stored: Holder): boolean {
  return Object.values(fields).every(
    (inner) => !isGivable(inner) || standsFor(inner, normalValue(inner, sent[inner.id] ?? null), stored[inner.id]),
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
