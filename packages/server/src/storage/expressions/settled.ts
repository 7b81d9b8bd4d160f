import { memoized, memoizedWeakly, type Expression, type Model, type Scope } from '@ninefold/model';
import { literal } from '../sql/names.ts';
import { valuesOf } from '../sql/sql.ts';
import type { SqlValue } from '../sql/sql-value.ts';
import { compileSql } from './compile.ts';
import type { ExpressionDialect } from './dialect.ts';

/** Constants read none of it. */
const NO_SCOPE: Scope = { limits: {}, now: '', today: '', timeZone: 'UTC' };

/** A condition that the row alone decides, with its constants written out: an index takes no parameters. The table stands under its own name. */
export function settledSql(condition: Expression, model: Model, dialect: ExpressionDialect, entity: string): string {
  return written(condition)(model)(dialect)(entity);
}

const written = memoizedWeakly((condition: Expression) =>
  memoizedWeakly((model: Model) =>
    memoizedWeakly((dialect: ExpressionDialect) =>
      memoized((entity: string) => writtenOut(condition, model, dialect, entity)),
    ),
  ),
);

function writtenOut(expression: Expression, model: Model, dialect: ExpressionDialect, entity: string): string {
  const condition = compileSql(expression, { model, dialect, entity, alias: entity });
  const constants = valuesOf(condition, NO_SCOPE);
  let next = 0;
  return `(${condition.text.replaceAll('?', () => constant(constants[next++] ?? null))})`;
}

function constant(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Uint8Array) throw new TypeError('bytes in a condition');
  return String(value);
}
