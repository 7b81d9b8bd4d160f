import {
  hiddenInLine,
  idOf,
  isGivable,
  isLines,
  isLineReference,
  isReference,
  memberOf,
  openInLine,
  type Field,
  type LinesField,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { linesOf, type Line } from '../../fields/contract/lines.ts';

type Body = Readonly<Record<string, Wire>>;

/** A value as it is sent: references by id, lines without what nobody gives and what is hidden in them. `scope` is what conditions see. */
function sentValue(field: Field, value: Wire, scope: Scope | null): Wire {
  if (isReference(field) || isLineReference(field))
    return Array.isArray(value) ? value.map(sentReference) : sentReference(value);
  if (isLines(field)) {
    const settled = linesOf(scope?.record?.[field.id]);
    return Array.isArray(value)
      ? value.map((line: Wire, index) => sentLine(field, line, { settled: settled[index], scope }))
      : value;
  }
  return value === '' ? null : value;
}

function sentReference(value: Wire): Wire {
  return idOf(value) ?? value;
}

interface Settled {
  /** The line as it will be. */
  readonly settled: Line | undefined;
  readonly scope: Scope | null;
}

function sentLine(lines: LinesField, line: Wire, { settled, scope }: Settled): Wire {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return line;
  const id = idOf(line);
  const closed =
    scope === null || settled === undefined ? null : closedIn(lines, { line: settled, isNew: id === null, scope });
  const own = Object.values(lines.fields).filter(
    (field) => isGivable(field) && Object.hasOwn(line, field.id) && closed?.has(field.id) !== true,
  );
  return {
    ...(id === null ? {} : { id }),
    ...Object.fromEntries(own.map((field) => [field.id, sentValue(field, memberOf(line, field.id) ?? null, null)])),
  };
}

/** What a line does not have: hidden fields, and of a new one what may not be filled in. */
function closedIn(
  lines: LinesField,
  { line, isNew, scope }: { readonly line: Line; readonly isNew: boolean; readonly scope: Scope },
): ReadonlySet<string> {
  if (!isNew) return hiddenInLine(lines, line, scope);
  const open = openInLine(lines, { line, stored: null }, scope);
  return new Set(Object.keys(lines.fields).filter((id) => !open.has(id)));
}

/** The body of a write: the given values of these fields, in canonical form. `scope` is what the conditions of lines see; null where nothing can be hidden in them. */
export function bodyOf(
  fields: readonly Field[],
  values: Body,
  normal: (field: Field, value: Wire) => Wire,
  scope: Scope | null,
): Body {
  const given = fields.filter((field) => Object.hasOwn(values, field.id));
  return Object.fromEntries(
    given.map((field) => [field.id, sentValue(field, normal(field, values[field.id] ?? null), scope)]),
  );
}
