import {
  type Bounded,
  boundedOf,
  evaluate,
  type Expression,
  type Field,
  isLines,
  limitValues,
  type Model,
  type Scope,
  shortDecimal,
  scopeAt,
  toWire,
} from '@ninefold/model';
import { columnOf } from '../../columns/registry.ts';
import type { Reader } from '../../database/database.ts';
import { readMeta } from '../../schema/meta.ts';
import type { TableShape } from '../../database/shapes.ts';

/** What of a field matters to the next migration beside its column. */
export interface StandingField {
  readonly required: boolean;
  /** Bounds as their value in wire form; null where there is none, or where it depends on a record. */
  readonly min: string | null;
  readonly max: string | null;
  /** The `format` and `pattern` of a `string`, else blank; left out where the version that wrote it did not say. */
  readonly form?: string;
  /** Bounds of how many items a list has, or bytes a file; left out where it is neither, or the version that wrote it did not say. */
  readonly size?: Pick<StandingField, 'min' | 'max'>;
  /** The kinds of files that it takes, each where it is blank; left out where it holds no files, or the version that wrote it did not say. */
  readonly accept?: string;
  /** Its values are for few eyes. */
  readonly closed: boolean;
  /** The expression of a stored computed value; null for values that come from elsewhere, undefined where the version that wrote it did not say. */
  readonly computed?: string | null;
  /** Whether the values of a field are unique, of lines among those of each record; left out where they are not. */
  readonly unique?: true;
  /** Of a translated text the language that it is in. */
  readonly language?: string;
  /** Of amounts that come from outside the code of their currency, or the expression that says it; left out where the version that wrote it did not say. */
  readonly currency?: string;
}

/** Meanings of columns, by table and column. */
export type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the stored data was brought to by the last migration. */
export interface Standing {
  readonly meanings: Meanings;
  /** By `entity.field` or `entity.lines.field`; null where the version that wrote it did not say. */
  readonly fields: Readonly<Record<string, StandingField>> | null;
  /** Renamings that were done and are still written: `field ticket.urgency was priority`. */
  readonly renamed: readonly string[];
  /** What the searched texts of each entity are made of. */
  readonly searched: Readonly<Record<string, readonly string[]>> | null;
}

/** What the last migration left, as it says itself. */
export async function readStanding(reader: Reader): Promise<Standing> {
  const meanings = JSON.parse((await readMeta(reader, 'columns')) ?? '{}') as Meanings;
  const more = await readMeta(reader, 'standing');
  if (more === null) return { meanings: withoutGuesses(meanings), fields: null, renamed: [], searched: null };
  return { meanings, ...(JSON.parse(more) as Omit<Standing, 'meanings'>) };
}

/** Versions before this record called every value of a link table a text, ids too. */
function withoutGuesses(meanings: Meanings): Meanings {
  const isLink = (columns: Readonly<Record<string, string>>): boolean =>
    Object.keys(columns).sort().join(' ') === 'position record value';
  return Object.fromEntries(
    Object.entries(meanings).map(([table, columns]) => {
      const { value: _, ...rest } = columns;
      return [table, isLink(columns) ? rest : columns];
    }),
  );
}

export function meaningsOf(tables: readonly TableShape[]): Meanings {
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(columns.map((column) => [column.name, column.meaning] as const)),
    ]),
  );
}

/** Every field that has a column or a table, by its place. */
export function placedFields(model: Model): readonly (readonly [string, Field])[] {
  return Object.values(model.entities).flatMap((entity) =>
    Object.values(entity.fields).flatMap((field): readonly (readonly [string, Field])[] =>
      isLines(field)
        ? [
            [`${entity.id}.${field.id}`, field],
            ...Object.values(field.fields).map((inner) => [`${entity.id}.${field.id}.${inner.id}`, inner] as const),
          ]
        : [[`${entity.id}.${field.id}`, field]],
    ),
  );
}

const MEASURED: ReadonlySet<Bounded | null> = new Set(['value', 'length']);
const SIZED: ReadonlySet<Bounded | null> = new Set(['count', 'bytes']);

/** What a field asks of the values that are stored. */
export function standingField(field: Field, scope: Scope): StandingField {
  const isMeasured = columnOf(field) !== null && MEASURED.has(boundedOf(field.type));
  const isSized = SIZED.has(boundedOf(field.type));
  return {
    required: field.required,
    ...(isMeasured ? boundsOf(field, scope) : NO_BOUNDS),
    form:
      'format' in field && 'pattern' in field
        ? [field.format, field.pattern].filter((one) => one !== null).join(' ')
        : '',
    ...(isSized ? { size: boundsOf(field, scope) } : {}),
    ...('accept' in field ? { accept: field.accept.join(' ') } : {}),
    closed: field.closed || field.sensitive,
    computed: field.computed?.live === false ? field.computed.expression.source : null,
    ...(field.unique ? { unique: true as const } : {}),
    ...(field.language === null ? {} : { language: field.language }),
    ...('currencyFrom' in field && field.computed === null
      ? { currency: field.currencyFrom?.source ?? field.currency }
      : {}),
  };
}

const NO_BOUNDS: Pick<StandingField, 'min' | 'max'> = { min: null, max: null };

function boundsOf(field: Field, scope: Scope): Pick<StandingField, 'min' | 'max'> {
  return { min: boundOf(field, field.min, scope), max: boundOf(field, field.max, scope) };
}

/** A number, else the value as the field has it. */
function boundOf(field: Field, expression: Expression | null, scope: Scope): string | null {
  if (expression === null || !isConstant(expression)) return null;
  const value = evaluate(expression, scope) ?? null;
  if (typeof value === 'bigint') return shortDecimal(value);
  const wire = toWire(field, value);
  return typeof wire === 'string' ? wire : null;
}

/** Whether an expression reads no record and nobody. */
export function isConstant({ reads }: Expression): boolean {
  return reads.every((path) => /^(?:limits|now|today)\b/.test(path));
}

/** What expressions see where there is no record and nobody. */
export function bareScope(model: Model, now: string): Scope {
  return { ...scopeAt(model, now), limits: limitValues(model) };
}
