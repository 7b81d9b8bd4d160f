import type {
  ChoiceField,
  ChoicesField,
  Field,
  FieldType,
  JsonField,
  LineReferenceField,
  LinesField,
  MoneyField,
  ReferenceField,
  ReferencesField,
  SecretField,
  SequenceField,
} from '../ir/field.ts';
import type { FileField, FilesField } from '../ir/file-field.ts';
import type { Expression } from '../ir/expression.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { kindOf, traitsOf } from './registry.ts';

type Fields = Readonly<Record<string, Field>>;

/** The condition that fills a reference with the one record for which it holds; null for every other field. */
export function findOf(field: Field | null | undefined): Expression | null {
  return isOneReference(field) ? field.find : null;
}

/** Whether its values are records of the entity `to`, one or several. */
export function isReference(field: Field | null | undefined): field is ReferenceField | ReferencesField {
  return !!field && traitsOf(field.type).refers && !isLineReference(field);
}

/** Whether its value is one line of the record in the part beside it. */
export function isLineReference(field: Field | null | undefined): field is LineReferenceField {
  return field?.type === 'reference' && field.toLines !== null;
}

/** Whether its value is one record of the entity `to`. */
export function isOneReference(field: Field | null | undefined): field is ReferenceField {
  return isReference(field) && !isMany(field.type);
}

/** Whether its values are several records of the entity `to`. */
export function isManyReferences(field: Field | null | undefined): field is ReferencesField {
  return isReference(field) && isMany(field.type);
}

/** Whether its values are lines with fields of their own. */
export function isLines(field: Field | null | undefined): field is LinesField {
  return !!field && traitsOf(field.type).nests;
}

/** Whether its values are files, one or several. */
export function isFiles(field: Field | null | undefined): field is FileField | FilesField {
  return !!field && traitsOf(field.type).files;
}

/** Whether its values are of any form that JSON has. */
export function isJson(field: Field | null | undefined): field is JsonField {
  return !!field && traitsOf(field.type).json;
}

/** Whether a list asks of its values only whether there are any: it neither compares nor sorts nor groups them. */
export function isOpaque(field: Field | null | undefined): boolean {
  return isFiles(field) || isJson(field) || isSecret(field) || isLineReference(field);
}

/** Whether its values can be written and never read. */
export function isSecret(field: Field | null | undefined): field is SecretField {
  return !!field && traitsOf(field.type).secret;
}

/** Whether its values are among `options`. */
export function hasOptions(field: Field | null | undefined): field is ChoiceField | ChoicesField {
  return !!field && traitsOf(field.type).offers;
}

/** Whether its value is one of `options`. */
export function isOneOption(field: Field | null | undefined): field is ChoiceField {
  return hasOptions(field) && !isMany(field.type);
}

/** Whether the server draws its value. */
export function isDrawn(field: Field | null | undefined): field is SequenceField {
  return !!field && traitsOf(field.type).drawn;
}

/** Whether a title shows its value in words instead of as it is stored. */
export function isTitledInWords(field: Field): boolean {
  return traitsOf(field.type).titledInWords;
}

/** Whether values are lists, each in a table of its own. */
export function isMany(type: FieldType): boolean {
  return traitsOf(type).count === 'many';
}

/** Whether an unset value is false or an empty list. */
export function isNeverBlank(type: FieldType): boolean {
  return isTruth(type) || isMany(type);
}

/** Whether values are true or false. */
export function isTruth(type: FieldType): boolean {
  return kindOf(type) === 'boolean';
}

/** Whether values are text that people write; `line`: of one line. */
export function isProse(type: FieldType, of?: 'line' | 'block'): boolean {
  const { prose } = traitsOf(type);
  return of === undefined ? prose !== null : prose === of;
}

/** Whether people, calls and imports may give the value at all: it is neither computed, drawn nor read-only. */
export function isGivable(field: Field): boolean {
  return !field.readOnly && field.computed === null && !isDrawn(field);
}

/** The fields of each line; none for every other field. */
export function innerFields(field: Field | null | undefined): Fields {
  return isLines(field) ? field.fields : {};
}

/** The options of a field; null where it has none. */
export function optionsIn(field: Field | null | undefined): readonly string[] | null {
  return hasOptions(field) ? field.options : null;
}

/** The decimals that values of the field have; 0 where it holds no decimals. */
export function decimalsIn(field: Field): number {
  return 'scale' in field ? field.scale : 0;
}

/** Whether it holds amounts of which each record says the currency. */
export function hasOpenCurrency(field: Field): field is MoneyField & { readonly currencyFrom: Expression } {
  return 'currencyFrom' in field && field.currencyFrom !== null;
}

/** What every expression of the type's own says: the condition on its options, where its currency stands. */
export function ownExpressions(field: Field): readonly Expression[] {
  return traitsOf(field.type).expressions.flatMap((name) => expressionAt(field, name) ?? []);
}

/** The same field with each of those expressions replaced. */
export function mapOwnExpressions<F extends Field>(
  field: F,
  map: (expression: Expression | null) => Expression | null,
): F {
  const names = traitsOf(field.type).expressions;
  return { ...field, ...Object.fromEntries(names.map((name) => [name, map(expressionAt(field, name))])) };
}

function expressionAt(field: Field, name: string): Expression | null {
  return (field as unknown as Readonly<Record<string, Expression | null>>)[name] ?? null; // a member that the type says holds one
}

/** Whether a field tells of the state of a further life cycle, and is not the state itself: since when, and whether it is final. */
export function tellsOfState({ id, cycle }: Pick<Field, 'id' | 'cycle'>): boolean {
  return cycle !== undefined && cycle !== id;
}

/** Whether one of these fields, or of their lines, holds values of JSON. */
export const haveJson: (fields: Fields) => boolean = memoizedWeakly((fields) =>
  Object.values(fields).some((field) => isJson(field) || (isLines(field) && haveJson(field.fields))),
);

/** Whether a field of one of these entities does. */
export const anyHasJson: (entities: Readonly<Record<string, { readonly fields: Fields }>>) => boolean = memoizedWeakly(
  (entities) => Object.values(entities).some(({ fields }) => haveJson(fields)),
);
