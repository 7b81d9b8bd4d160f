import {
  type Entity,
  evaluate,
  type Holder,
  isDrawn,
  type Scope,
  type SequenceField,
  type Value,
} from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import type { Numbers } from '../../services/numbers.ts';
import { argument, sql } from '../../../storage/sql/sql.ts';
import { target } from '../../../storage/sql/writes.ts';

const NEXT = sql`INSERT INTO ${target('_sequence', null)} ("entity", "field", "part", "last") VALUES (${argument(0)}, ${argument(1)}, ${argument(2)}, 1)
  ON CONFLICT ("entity", "field", "part") DO UPDATE SET "last" = "_sequence"."last" + 1 RETURNING "last"`;

export function sequenceFields(entity: Entity): readonly SequenceField[] {
  return Object.values(entity.fields).filter((field): field is SequenceField => isDrawn(field));
}

/** What a number says beside the number itself. */
export interface Part {
  readonly day: string;
  /** The texts of the paths in the pattern, in their order. */
  readonly per: readonly string[];
}

const RUN = /\{0+\}/;

/** What stands before and behind the run of zeros, with the day and the values of the record filled in. */
function around(pattern: string, { day, per }: Part): readonly [before: string, behind: string] {
  const left = [...per];
  const filled = (text: string): string =>
    text.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
      name === 'yyyy' ? day.slice(0, 4) : name === 'mm' ? day.slice(5, 7) : (left.shift() ?? ''),
    );
  const [before = '', behind = ''] = pattern.split(RUN);
  return [filled(before), filled(behind)];
}

/** What is counted by itself: the pattern with everything filled in but the number. */
function partOf({ pattern }: SequenceField, part: Part): string {
  return around(pattern, part).join(RUN.exec(pattern)?.[0] ?? '');
}

/** What a number says of a record that is settled: the texts of the paths in its pattern. */
export function textsOf({ per }: SequenceField, scope: Scope): readonly string[] {
  const texts = per === null ? [] : evaluate(per, scope);
  return Array.isArray(texts) ? texts.map((text: Value) => (typeof text === 'string' ? text : '')) : [];
}

/** Draws the next number; it is given back when the transaction is rolled back, so that no gap remains. */
export async function drawNumber(tx: Writer, entity: string, field: SequenceField, part: Part): Promise<string> {
  return numbered(field, part, await drawn(tx, [entity, field.id, partOf(field, part)]));
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

/** When numbers are drawn. */
interface Occasion {
  readonly transition: string;
  readonly record: Holder;
  readonly today: string;
  /** What expressions see of the record; null before it is settled, when only those are drawn that say nothing of it. */
  readonly seen: Scope | null;
}

/** The numbers that this transition draws; a record that has one keeps it. */
export async function numbersAt(
  { tx, entity, numbers }: Drawing,
  { transition, record, today, seen }: Occasion,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const field of sequenceFields(entity)) {
    const isBlank = (record[field.id] ?? null) === null;
    if (!isBlank || !isDrawnAt(field, transition) || (seen === null && field.per !== null)) continue;
    const part: Part = { day: today, per: seen === null ? [] : textsOf(field, seen) };
    const sequence = [entity.id, field.id, partOf(field, part)] as const;
    const draw = (): Promise<bigint> => drawn(tx, sequence);
    const number = numbers ? await numbers.next(JSON.stringify(sequence), draw) : await draw();
    found[field.id] = numbered(field, part, number);
  }
  return found;
}

/** Creation draws what no other transition does. */
export function isDrawnAt({ given }: SequenceField, transition: string): boolean {
  return (given ?? 'create') === transition;
}

function numbered({ pattern }: SequenceField, part: Part, number: bigint): string {
  const zeros = (RUN.exec(pattern)?.[0].length ?? 2) - 2;
  return around(pattern, part).join(String(number).padStart(zeros, '0'));
}

/** Lets a sequence go on after a number that was given from outside. */
export async function countOn(
  tx: Writer,
  entity: string,
  { field, value, part: given }: { readonly field: SequenceField; readonly value: string; readonly part: Part },
): Promise<void> {
  const part = partOf(field, given);
  const shape = new RegExp(`^${around(field.pattern, given).map(escaped).join('(\\d+)')}$`);
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
