import { type Entity, isDrawn, type SequenceField } from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import type { Numbers } from '../../services/numbers.ts';
import { argument, sql } from '../../../storage/sql/sql.ts';
import { target } from '../../../storage/sql/writes.ts';

const NEXT = sql`INSERT INTO ${target('_sequence', null)} ("entity", "field", "part", "last") VALUES (${argument(0)}, ${argument(1)}, ${argument(2)}, 1)
  ON CONFLICT ("entity", "field", "part") DO UPDATE SET "last" = "_sequence"."last" + 1 RETURNING "last"`;

export function sequenceFields(entity: Entity): readonly SequenceField[] {
  return Object.values(entity.fields).filter((field): field is SequenceField => isDrawn(field));
}

/** The pattern with the parts of this day filled in; what is left is the run of zeros. */
export function sequencePart(pattern: string, today: string): string {
  return pattern.replaceAll('{yyyy}', today.slice(0, 4)).replaceAll('{mm}', today.slice(5, 7));
}

/** Draws the next number; it is given back when the transaction is rolled back, so that no gap remains. */
export async function drawNumber(tx: Writer, entity: string, field: SequenceField, today: string): Promise<string> {
  const part = sequencePart(field.pattern, today);
  return numbered(part, String(await drawn(tx, [entity, field.id, part])));
}

type Sequence = readonly [entity: string, field: string, part: string];

async function drawn(tx: Writer, sequence: Sequence): Promise<bigint> {
  const rows = await tx.all(NEXT, sequence);
  return BigInt(Number(rows[0]?.['last'] ?? 0));
}

const STORE = sql`UPDATE ${target('_sequence', null)} SET "last" = ${argument(0)}
  WHERE "entity" = ${argument(1)} AND "field" = ${argument(2)} AND "part" = ${argument(3)}`;

/** Stores the last numbers that several writes of a transaction have drawn. */
export function storeNumbers(tx: Writer, numbers: Numbers): void {
  for (const [key, last] of numbers.take()) {
    const [entity, field, part] = JSON.parse(key) as Sequence; // made below
    tx.later(STORE, [last, entity, field, part]);
  }
}

/** Who draws numbers. */
interface Drawing {
  readonly tx: Writer;
  readonly entity: Entity;
  /** Where several writes share a transaction: what they have drawn. */
  readonly numbers?: Numbers | undefined;
}

/** The numbers that this transition draws; a record that has one keeps it. */
export async function numbersAt(
  { tx, entity, numbers }: Drawing,
  {
    transition,
    record,
    today,
  }: { readonly transition: string; readonly record: Readonly<Record<string, unknown>>; readonly today: string },
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const field of sequenceFields(entity)) {
    const isBlank = (record[field.id] ?? null) === null;
    if (!isBlank || !isDrawnAt(field, transition)) continue;
    const part = sequencePart(field.pattern, today);
    const sequence = [entity.id, field.id, part] as const;
    const draw = (): Promise<bigint> => drawn(tx, sequence);
    const number = numbers ? await numbers.next(JSON.stringify(sequence), draw) : await draw();
    found[field.id] = numbered(part, String(number));
  }
  return found;
}

/** Creation draws what no other transition does. */
export function isDrawnAt({ given }: SequenceField, transition: string): boolean {
  return (given ?? 'create') === transition;
}

function numbered(part: string, number: string): string {
  return part.replace(/\{(0+)\}/, (_, zeros: string) => number.padStart(zeros.length, '0'));
}

/** Lets a sequence go on after a number that was given from outside. */
export async function countOn(
  tx: Writer,
  entity: string,
  { field, value, today }: { readonly field: SequenceField; readonly value: string; readonly today: string },
): Promise<void> {
  const part = sequencePart(field.pattern, today);
  const shape = new RegExp(
    `^${part
      .split(/\{0+\}/)
      .map(escaped)
      .join('(\\d+)')}$`,
  );
  const number = shape.exec(value)?.[1];
  if (number === undefined) return;
  await tx.run(
    `INSERT INTO "_sequence" ("entity", "field", "part", "last") VALUES (?, ?, ?, ?)
     ON CONFLICT ("entity", "field", "part") 
       DO UPDATE SET "last" = excluded."last" WHERE "_sequence"."last" < excluded."last"`,
    [entity, field.id, part, BigInt(number)],
  );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
