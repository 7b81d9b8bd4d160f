import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import { isNamed } from '../typed/folded.ts';
import type { ChoiceField, ChoicesField } from '../ir/field.ts';
import type { TypedContext, ValueSchema } from './rules.ts';

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

/** The option that a text names by its id or a label; the text itself where it names none. */
export function namedOption(field: Offering, written: string, { options }: TypedContext): string {
  return field.options.find((option) => isNamed(written, options(field, option))) ?? written;
}
