import {
  asSeen,
  type Entity,
  type Field,
  type Finding,
  findOf,
  type Holder,
  inLine,
  isLines,
  isOneReference,
  type LinesField,
  type RecordValue,
  type Scope,
  type Transition,
  transitionsOf,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { compileSql } from '../../storage/expressions/compile.ts';
import { sql, table, valuesOf } from '../../storage/sql/sql.ts';
import type { PlanContext } from '../context/context.ts';

/** What a `find` is decided by: the record and, in lines, the line. */
interface Given {
  readonly record: RecordValue;
  readonly line: Holder | null;
}

/** Looks for the records for which the `find` of a reference holds. */
export interface FindTarget {
  /** The values that decide what is found: with the same ones it is the same. */
  readonly given: (given: Given, scope: Scope) => string;
  /** The ids of those that are found, at most two: nobody asks how many more there are. */
  readonly ids: (reader: Reader, given: Given, scope: Scope) => Promise<readonly string[]>;
}

/** The same for an answer to the form of a transition, decided by what the scope has. */
export interface FindAnswer {
  readonly given: (scope: Scope) => string;
  readonly ids: (reader: Reader, scope: Scope) => Promise<readonly string[]>;
}

/** By the id of the answer. */
export type FindAnswers = ReadonlyMap<string, FindAnswer>;

/** By the id of the reference; in lines `rows.asset`. */
export type FindTargets = ReadonlyMap<string, FindTarget>;

/** What looks for the record of a reference. */
export function targetOf(targets: FindTargets, { field, within }: Finding): FindTarget | undefined {
  return targets.get(within === null ? field.id : `${within.lines.id}.${field.id}`);
}

export function planFinds(context: PlanContext, entity: Entity): FindTargets {
  const planned = (field: Field, lines: LinesField | null): readonly (readonly [string, FindTarget])[] => {
    const found = planFind(context, entity, field, lines);
    return found === null ? [] : [[lines === null ? field.id : `${lines.id}.${field.id}`, found]];
  };
  return new Map(
    Object.values(entity.fields).flatMap((field) =>
      isLines(field) ? Object.values(field.fields).flatMap((inner) => planned(inner, field)) : planned(field, null),
    ),
  );
}

/** What looks for the answers to the forms of transitions, by transition. */
export function planAnswerFinds(context: PlanContext, entity: Entity): ReadonlyMap<string, FindAnswers> {
  const planned = ({ id, input }: Transition): readonly (readonly [string, FindAnswers])[] => {
    const targets = Object.values(input).flatMap((field) => {
      const found = planTarget(context, field);
      return found === null ? [] : [[field.id, found] as const];
    });
    return targets.length === 0 ? [] : [[id, new Map(targets)]];
  };
  return new Map([...transitionsOf(entity).values()].flatMap(planned));
}

function planFind(context: PlanContext, entity: Entity, field: Field, lines: LinesField | null): FindTarget | null {
  const target = planTarget(context, field);
  if (target === null) return null;
  const seenBy = ({ record, line }: Given, scope: Scope): Scope => {
    const seen = { ...scope, record: asSeen(entity, record, scope) };
    return lines === null || line === null ? seen : inLine(lines, line, seen);
  };
  return {
    given: (given, scope) => target.given(seenBy(given, scope)),
    ids: (reader, given, scope) => target.ids(reader, seenBy(given, scope)),
  };
}

function planTarget(context: PlanContext, field: Field): FindAnswer | null {
  const [find, target] = isOneReference(field) ? [findOf(field), context.model.entities[field.to]] : [];
  if (!find || !target) return null;
  const place = { model: context.model, dialect: context.dialect.expressions, entity: target.id, alias: 't' };
  const holds = compileSql(find, { ...place, variable: 'option' });
  const statement = sql`SELECT t."id" FROM ${table(target.id)} t WHERE t."trashed_at" IS NULL AND ${holds} ORDER BY t."id" LIMIT 2`;
  return {
    given: (scope) => JSON.stringify(valuesOf(statement, scope), plainly),
    ids: async (reader, scope) => (await reader.all(statement, valuesOf(statement, scope))).map(({ id }) => String(id)),
  };
}

function plainly(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
