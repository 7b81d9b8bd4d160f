import {
  type Field,
  type Holder,
  idOf,
  isLineReference,
  isLines,
  isMap,
  type LineReferenceField,
  memoized,
  memoizedWeakly,
  normalValue,
  type Problem,
  recordBeside,
  type Rights,
  type Wire,
} from '@ninefold/model';
import { childTable } from '../../../storage/sql/names.ts';
import { all, argument, sql, table, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import type { Sent } from '../../context/body.ts';
import type { PlanContext } from '../../context/context.ts';
import { linesNamed, rowsShowingLines } from '../../views/line-titles.ts';
import type { WriteContext } from '../../services/write-context.ts';

type Fields = Readonly<Record<string, Field>>;
type Values = Readonly<Record<string, Wire | undefined>>;

const haveLineReferences = memoizedWeakly((fields: Fields): boolean =>
  Object.values(fields).some((field) => isLineReference(field) || (isLines(field) && haveLineReferences(field.fields))),
);

/** Where values stand: before the write, and for messages. */
interface Place {
  readonly before: Holder | null;
  readonly path: string;
}

/**
 * Turns lines given as id or number into `{ id }`, in values whose references are resolved; a line that is named without its record
 * brings it along. Another record leaves the line blank that is not one of it. A line that the caller may not read is
 * `no_such_record`.
 */
export async function resolveLines(
  write: WriteContext,
  fields: Fields,
  { sent, before, path }: Place & { readonly sent: Sent },
): Promise<{ readonly sent: Sent; readonly problems: readonly Problem[] }> {
  if (!haveLineReferences(fields)) return { sent, problems: [] };
  const found: Record<string, Wire> = { ...sent };
  const problems: Problem[] = [];
  for (const field of Object.values(fields)) {
    const value = found[field.id];
    if (isLineReference(field)) problems.push(...(await resolveLine(write, field, found, { before, path })));
    if (!isLines(field) || !Array.isArray(value) || !haveLineReferences(field.fields)) continue;
    const lines: Wire[] = [];
    for (const [index, line] of value.entries()) {
      const own = { before: oldLine(before?.[field.id], line), path: `${path}${field.id}[${String(index)}].` };
      const inner = isMap(line)
        ? await resolveLines(write, field.fields, { sent: withoutMissing(line), ...own })
        : null;
      problems.push(...(inner?.problems ?? []));
      lines.push(inner?.sent ?? line);
    }
    found[field.id] = lines;
  }
  return { sent: found, problems };
}

function oldLine(stored: Wire | undefined, line: Wire): Holder | null {
  const id = idOf(line);
  const old = Array.isArray(stored) && id !== null ? stored.find((one: Wire) => idOf(one) === id) : undefined;
  return isMap(old) ? old : null;
}

function withoutMissing(values: Values): Sent {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
}

/** What was sent of one reference to a line, put into `found`. */
async function resolveLine(
  write: WriteContext,
  field: LineReferenceField,
  found: Record<string, Wire>,
  { before, path }: Place,
): Promise<readonly Problem[]> {
  const beside = recordBeside(field);
  const isRecordSent = Object.hasOwn(found, beside);
  const [stored, storedRecord] = [idOf(before?.[field.id]), idOf(before?.[beside])];
  const record = isRecordSent ? idOf(found[beside]) : storedRecord;
  const isMoved = stored !== null && record !== storedRecord;
  if (!Object.hasOwn(found, field.id)) {
    if (isMoved) found[field.id] = null;
    return [];
  }
  const value = normalValue(field, found[field.id] ?? null);
  const name = idOf(value);
  const isKept = name !== null && name === stored;
  found[field.id] = isKept ? (isMoved ? null : { id: name }) : value;
  if (value === null && !isRecordSent && before !== null) found[beside] = null;
  if (name === null || isKept) return [];
  const line = await lookUp(write, field, record, name);
  if (line === null)
    return [{ path: `${path}${field.id}`, code: 'no_such_record', params: { value: name.slice(0, 100) } }];
  found[field.id] = { id: line.id };
  if (record === null) found[beside] = { id: line.record };
  return [];
}

/** A line is named by its id or, in its record, by its number, as its title begins: `2`, `#2 Screw`. */
async function lookUp(
  { context, rights, tx, scope }: WriteContext,
  field: LineReferenceField,
  record: string | null,
  name: string,
): Promise<{ readonly id: string; readonly record: string } | null> {
  const statement = statements(context)(rights)(childTable(field.to, field.toLines));
  if (statement === null) return null;
  const number = record === null ? '' : (/^#?(\d{1,9})(?:\s|$)/.exec(name)?.[1] ?? '');
  const rows = await tx.all(statement, valuesOf(statement, scope, [name, number, record ?? '']));
  const own = rows.find((row) => record === null || String(row['record']) === record);
  return own === undefined ? null : { id: String(own['id']), record: String(own['record']) };
}

const statements = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((rights: Rights) => memoized((name: string) => planLookUp(context, rights, name))),
);

function planLookUp(context: PlanContext, rights: Rights, name: string): Sql | null {
  const lines = linesNamed(context, name);
  if (lines === null) return null;
  const [id, number, record] = [0, 1, 2].map(argument);
  if (!id || !number || !record) return null;
  const isNumber = sql`l."record" = ${record} AND CAST(l."position" + 1 AS TEXT) = ${number}`;
  const readable = all([sql`t."trashed_at" IS NULL`, rowsShowingLines(context, rights, lines, 't')]);
  const from = sql`${table(name)} l JOIN ${table(lines.entity.id)} t ON t."id" = l."record"`;
  return sql`SELECT l."id" AS "id", l."record" AS "record" FROM ${from} WHERE (l."id" = ${id} OR (${isNumber})) AND ${readable}`;
}
