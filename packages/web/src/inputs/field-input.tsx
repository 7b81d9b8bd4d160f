import type { ComponentType } from 'react';
import type { Field, FieldOf, FieldType } from '@ninefold/model';
import { BooleanInput } from './boolean.tsx';
import { ChoiceInput } from './choice.tsx';
import { ChoicesInput } from './choices.tsx';
import { DateInput } from './date.tsx';
import { DatetimeInput } from './datetime.tsx';
import type { InputProps } from './input-props.ts';
import { IntegerInput } from './integer.tsx';
import { LinesInput } from './lines.tsx';
import { MoneyInput } from './money.tsx';
import { NumberInput } from './number.tsx';
import { PercentInput } from './percent.tsx';
import { ReferenceInput } from './reference.tsx';
import { ReferencesInput } from './references.tsx';
import { SequenceInput } from './sequence.tsx';
import { StringInput } from './string.tsx';
import { TextInput } from './text.tsx';

const INPUTS: { readonly [T in FieldType]: ComponentType<InputProps<FieldOf<T>>> } = {
  string: StringInput,
  text: TextInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  sequence: SequenceInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  integer: IntegerInput,
  number: NumberInput,
  money: MoneyInput,
  percent: PercentInput,
  boolean: BooleanInput,
  date: DateInput,
  datetime: DatetimeInput,
  lines: LinesInput,
};

/** The control of a field's type. */
export function FieldInput(props: InputProps<Field>) {
  const Typed = INPUTS[props.field.type] as ComponentType<InputProps<Field>>; // the registry pairs each type with its input
  return <Typed {...props} />;
}
