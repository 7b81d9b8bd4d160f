import type { Expression, Model, Scope } from '@ninefold/model';
import { literal } from '../names.ts';
import type { SqlValue } from '../sql-value.ts';
import { compileSql } from './compile.ts';
import type { ExpressionDialect } from './dialect.ts';

/** Constants read none of it. */
const NO_SCOPE: Scope = { limits: {}, now: '', today: '', timeZone: 'UTC' };

/** A condition that the row alone decides, with its constants written out: an index takes no parameters. The table stands under its own name. */
export function settledSql(condition: Expression, model: Model, dialect: ExpressionDialect, entity: string): string {
  const known = written.get(condition) ?? new Map<ExpressionDialect, string>();
  written.set(condition, known);
  const text = known.get(dialect) ?? writtenOut(condition, model, dialect, entity);
  known.set(dialect, text);
  return text;
}

const written = new WeakMap<Expression, Map<ExpressionDialect, string>>();

function writtenOut(condition: Expression, model: Model, dialect: ExpressionDialect, entity: string): string {
  const { text, values } = compileSql(condition, { model, dialect, entity, alias: entity });
  const constants = values(NO_SCOPE);
  let next = 0;
  return `(${text.replaceAll('?', () => constant(constants[next++] ?? null))})`;
}

function constant(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Uint8Array) throw new TypeError('bytes in a condition');
  return String(value);
}
