import type { ComponentType } from 'react';
import type { Field, FieldOf, FieldType, Wire } from '@ninefold/model';
import type { FieldPlace } from '../inputs/field-place.ts';
import { BooleanCell } from './boolean.tsx';
import type { CellProps } from './cell-props.ts';
import { ChoiceCell } from './choice.tsx';
import { ChoicesCell } from './choices.tsx';
import { DateCell } from './date.tsx';
import { DatetimeCell } from './datetime.tsx';
import { IntegerCell } from './integer.tsx';
import { LinesCell } from './lines.tsx';
import { MoneyCell } from './money.tsx';
import { NumberCell } from './number.tsx';
import { PercentCell } from './percent.tsx';
import { ReferenceCell } from './reference.tsx';
import { ReferencesCell } from './references.tsx';
import { SequenceCell } from './sequence.tsx';
import { StringCell } from './string.tsx';
import { TextCell } from './text.tsx';

const CELLS: { readonly [T in FieldType]: ComponentType<CellProps<FieldOf<T>>> } = {
  string: StringCell,
  text: TextCell,
  choice: ChoiceCell,
  choices: ChoicesCell,
  sequence: SequenceCell,
  reference: ReferenceCell,
  references: ReferencesCell,
  integer: IntegerCell,
  number: NumberCell,
  money: MoneyCell,
  percent: PercentCell,
  boolean: BooleanCell,
  date: DateCell,
  datetime: DatetimeCell,
  lines: LinesCell,
};

/** A value as its type shows it; blank shows nothing, a boolean is never blank. */
export function Cell({
  field,
  value,
  place,
  compact = false,
}: {
  readonly field: Field;
  readonly value: Wire | undefined;
  readonly place: FieldPlace;
  readonly compact?: boolean;
}) {
  const shown = value ?? (field.type === 'boolean' ? false : null);
  if (shown === null || shown === '') return null;
  const Typed = CELLS[field.type] as ComponentType<CellProps<Field>>; // the registry pairs each type with its cell
  return <Typed field={field} value={shown} place={place} compact={compact} />;
}
