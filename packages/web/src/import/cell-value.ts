import type { Field, Wire } from '@ninefold/model';
import { parseDate, type DateContext } from '../inputs/parse-date.ts';
import { parseDatetime } from '../inputs/parse-datetime.ts';
import { parseNumber } from '../inputs/parse-number.ts';
import { isNamed, type NamesOf } from './columns.ts';

/** What reading a cell depends on. */
export interface CellContext extends DateContext {
  readonly timeZone: string;
  readonly names: NamesOf;
  /** Words for true, in every language. */
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** A cell as the field's value; what cannot be read stays as it is, for the server to refuse at its place. */
export function cellValue(field: Field, cell: string, context: CellContext): Wire {
  const text = cell.trim();
  if (text === '') return field.type === 'boolean' ? false : null;
  switch (field.type) {
    case 'choice':
      return optionOf(field, text, context);
    case 'choices':
      return parts(text).map((part) => optionOf(field, part, context));
    case 'references':
      return parts(text);
    case 'boolean':
      return isNamed(text, ['true', ...context.yes]) ? true : isNamed(text, ['false', ...context.no]) ? false : text;
    case 'date':
      return parseDate(text, context) ?? text;
    case 'datetime':
      return parseDatetime(text, context) ?? text;
    case 'integer': {
      const number = parseNumber(text, context.language);
      return number !== null && /^-?\d{1,15}$/.test(number) ? Number(number) : text;
    }
    case 'number':
    case 'money':
    case 'percent':
      return parseNumber(text, context.language) ?? text;
    default:
      return text;
  }
}

function parts(text: string): readonly string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function optionOf(
  field: Extract<Field, { readonly options: readonly string[] }>,
  text: string,
  { names }: CellContext,
): string {
  return field.options.find((option) => isNamed(text, names(field, option))) ?? text;
}
