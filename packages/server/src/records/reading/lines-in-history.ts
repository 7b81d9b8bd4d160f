import {
  asSeen,
  type Entity,
  hiddenInLine,
  type HistoryEntry,
  holds,
  idOf,
  isLines,
  isList,
  isMap,
  type LinesField,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';

type Change = HistoryEntry['changes'][number];

/** Changes of lines without the fields that their reader does not see in them; none where nothing else has changed. */
export function seenInLines(
  entity: Entity,
  record: RecordValue,
  scope: Scope,
): (changes: readonly Change[]) => readonly Change[] {
  const seen: Scope = { ...scope, record: asSeen(entity, record, { ...scope, record }) };
  return (changes) =>
    changes.flatMap((change) => {
      const field = entity.fields[change.field];
      if (!isLines(field) || !hasHidden(field)) return [change];
      const [old, is] = [change.old, change.new].map((lines) =>
        seenLines(field, lines, record[field.id] ?? null, seen),
      );
      const isSame = JSON.stringify(old) === JSON.stringify(is);
      return isSame ? [] : [{ ...change, old: old ?? null, new: is ?? null }];
    });
}

function hasHidden({ fields }: LinesField): boolean {
  return Object.values(fields).some(({ visibleWhen }) => visibleWhen !== null);
}

function seenLines(field: LinesField, lines: Wire, stored: Wire, scope: Scope): Wire {
  if (!isList(lines)) return lines;
  return lines.map((line: Wire) => {
    if (!isMap(line)) return line;
    const own = isList(stored) ? stored.find((one: Wire) => idOf(one) !== null && idOf(one) === idOf(line)) : undefined;
    const hidden = isMap(own) ? hiddenInLine(field, own, scope) : unsureOf(field, { ...scope, line });
    return Object.fromEntries(Object.entries(line).filter(([name]) => !hidden.has(name)));
  });
}

/** Of a line that is gone, only what is sure to be shown is told. */
function unsureOf({ fields }: LinesField, scope: Scope): ReadonlySet<string> {
  const unsure = Object.values(fields).filter(({ visibleWhen }) => holds(visibleWhen, scope) !== true);
  return new Set(unsure.flatMap(({ id, visibleWhen }) => (visibleWhen === null ? [] : [id])));
}
