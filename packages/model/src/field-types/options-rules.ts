import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import { isNamed } from '../typed/folded.ts';
import type { ChoiceField, ChoicesField, Field } from '../ir/field.ts';
import type { TypedCell, TypedContext, ValueSchema } from './rules.ts';
import { namedParts } from './text-rules.ts';

type Offering = ChoiceField | ChoicesField;

/** One of the options of a field, by id. */
export function optionSchema({ options }: Offering): v.GenericSchema<unknown, string> {
  return v.pipe(
    v.string(errorId('bad_type')),
    v.check((option) => options.includes(option), errorId('bad_option')),
  );
}

export function optionsSchema(field: Offering): ValueSchema {
  return v.array(optionSchema(field), errorId('bad_type'));
}

/**
 * The options that a text names: the one with that id, else those with that label in the first language that has it. Names of
 * an option are its id and its labels, one for each language in the same order; an empty text where a language has none.
 */
export function namedOptions(
  field: Offering,
  written: string,
  options: (field: Field, option: string) => readonly string[],
): readonly string[] {
  const names = field.options.map((option) => ({ option, names: options(field, option) }));
  const most = Math.max(0, ...names.map((each) => each.names.length));
  for (let at = 0; at < most; at += 1) {
    const found = names.filter((each) => isNamed(written, [each.names[at] ?? '']));
    if (found.length > 0) return found.map(({ option }) => option);
  }
  return [];
}

/** The one option that a text names; the text itself where it names none, or several. */
export function namedOption(field: Offering, written: string, { options }: TypedContext): string {
  if (field.options.includes(written)) return written;
  const [first, second] = namedOptions(field, written, options);
  return first !== undefined && second === undefined ? first : written;
}

/** The parts of a cell that names several options; a label may have a comma itself. */
export function optionParts(
  cell: TypedCell,
  field: Offering,
  options: (field: Field, option: string) => readonly string[],
): readonly string[] {
  return namedParts(cell, (part) => field.options.includes(part) || namedOptions(field, part, options).length > 0);
}
