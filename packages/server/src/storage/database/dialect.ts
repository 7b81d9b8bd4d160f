import type { Codecs } from '../columns/codec.ts';
import type { Texts } from '../columns/column.ts';
import type { Source } from '../sql/source.ts';
import type { Sql } from '../sql/sql.ts';
import type { SqlValue } from '../sql/sql-value.ts';
import type { ExpressionDialect } from '../expressions/dialect.ts';
import type { JsonDialect } from './json.ts';
import type { DenormalisedDialect } from '../denormalised/dialect.ts';
import type { SchemaDialect } from './schema-dialect.ts';
import type { SearchDialect } from '../search/dialect.ts';

/** Why a database refused a statement, as far as that is no defect. `index` is the name of the unique index. */
export type Violation =
  | { readonly kind: 'unique'; readonly index: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'value' }
  | { readonly kind: 'slow' }
  | { readonly kind: 'full' }
  | { readonly kind: 'read_only' }
  | { readonly kind: 'away' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'busy' };

/** What one database says differently from another. Everything else in a statement is SQL that both understand. */
export interface Dialect extends Texts {
  readonly id: 'sqlite' | 'postgres';
  readonly codecs: Codecs;
  readonly expressions: ExpressionDialect;
  readonly schema: SchemaDialect;
  readonly search: SearchDialect;
  readonly denormalised: DenormalisedDialect;
  readonly json: JsonDialect;
  /** Rows with one column `"value"`, from a parameter that `list` makes; stands after FROM. */
  items(alias: string): string;
  /** Texts as one parameter. */
  list(texts: readonly string[]): SqlValue;
  /**
   * The records of an entity, each looked up by its id, which a statement gives in its column `record`; stands after FROM. The planner
   * might rather read all records, which takes longer while these ids are a small part of them.
   */
  lookedUp(of: string, alias: string, ids: Sql): Sql;
  /** The same records where there are many, and where an id may come several times. */
  among(of: string, alias: string, ids: Sql): Sql;
  /** A condition: one text is found in another. */
  contains(text: string, part: string): string;
  /**
   * A condition: a text is found in a column without regard to case and marks, as `fold` compares them; `folded` is the text after
   * `fold`. Values of plain ASCII, where folding is a matter of case, are compared by the database alone; of the others only those
   * are folded for which `likely` holds, which is true wherever the text is found.
   */
  containsFolded(column: string, folded: string, likely: Sql): Sql;
  /** What the exact form of a number gives in a row: counts 10^-10; null where it is blank. */
  readNumber(value: SqlValue): bigint | null;
  /** A text to sort by without regard to the case of Latin letters; `collation` stands again behind a column that holds it. */
  caseless(text: string): { readonly text: string; readonly collation: string };
  /** A column as a value alone: the planner looks for no index that leads to it or has its order, where it would be misled. */
  aside(column: string): string;
  /** The Monday of the week of a day, both as texts. */
  mondayOf(day: string): string;
  /** Lets references of this transaction point to what is only going to be there at its end. */
  readonly deferReferences: string;
  /** Ends that. */
  readonly checkReferences: string;
  /** What a database finds damaged in itself, in its own words; null where it is sound. */
  damage(reader: Source): Promise<string | null>;
  violation(cause: unknown): Violation | null;
  /** Whether a statement named a table, a column or a function that is not there, or was prepared for columns of another type. */
  isOtherShape(cause: unknown): boolean;
}
