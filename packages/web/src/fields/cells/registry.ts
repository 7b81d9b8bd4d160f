import type { Field, FieldOf, FieldType } from '@ninefold/model';
import type { CellKind } from '../contract/cell-kind.ts';
import { booleanCell } from './boolean.tsx';
import { choiceCell } from './choice.tsx';
import { choicesCell } from './choices.tsx';
import { dateCell } from './date.tsx';
import { datetimeCell } from './datetime.tsx';
import { durationCell } from './duration.tsx';
import { timeCell } from './time.tsx';
import { integerCell } from './integer.tsx';
import { fileCell, filesCell } from './file.tsx';
import { jsonCell } from './json.tsx';
import { linesCell } from './lines.tsx';
import { moneyCell } from './money.tsx';
import { numberCell } from './number.tsx';
import { percentCell } from './percent.tsx';
import { referenceCell } from './reference.tsx';
import { referencesCell } from './references.tsx';
import { secretCell } from './secret.tsx';
import { sequenceCell } from './sequence.tsx';
import { stringCell } from './string.tsx';
import { textCell } from './text.tsx';

const CELLS: { readonly [T in FieldType]: CellKind<FieldOf<T>> } = {
  string: stringCell,
  text: textCell,
  choice: choiceCell,
  choices: choicesCell,
  sequence: sequenceCell,
  reference: referenceCell,
  references: referencesCell,
  integer: integerCell,
  number: numberCell,
  money: moneyCell,
  percent: percentCell,
  boolean: booleanCell,
  date: dateCell,
  datetime: datetimeCell,
  duration: durationCell,
  time: timeCell,
  lines: linesCell,
  file: fileCell,
  files: filesCell,
  json: jsonCell,
  secret: secretCell,
};

/** How values of this field are shown. */
export function cellOf<F extends Field>(field: F): CellKind<F> {
  return CELLS[field.type] as unknown as CellKind<F>; // the registry pairs each type with its kind
}
