import type { Field, FieldOf, FieldType } from '@ninefold/model';
import type { InputKind } from '../contract/input-kind.ts';
import { booleanInput } from './boolean.tsx';
import { choiceInput } from './choice.tsx';
import { choicesInput } from './choices.tsx';
import { dateInput } from './date.tsx';
import { datetimeInput } from './datetime.tsx';
import { durationInput } from './duration.tsx';
import { timeInput } from './time.tsx';
import { integerInput } from './integer.tsx';
import { fileInput, filesInput } from './file.tsx';
import { jsonInput } from './json.tsx';
import { linesInput } from './lines.tsx';
import { moneyInput } from './money.tsx';
import { numberInput } from './number.tsx';
import { percentInput } from './percent.tsx';
import { referenceInput } from './reference.tsx';
import { referencesInput } from './references.tsx';
import { secretInput } from './secret.tsx';
import { sequenceInput } from './sequence.tsx';
import { stringInput } from './string.tsx';
import { textInput } from './text.tsx';

const INPUTS: { readonly [T in FieldType]: InputKind<FieldOf<T>> } = {
  string: stringInput,
  text: textInput,
  choice: choiceInput,
  choices: choicesInput,
  sequence: sequenceInput,
  reference: referenceInput,
  references: referencesInput,
  integer: integerInput,
  number: numberInput,
  money: moneyInput,
  percent: percentInput,
  boolean: booleanInput,
  date: dateInput,
  datetime: datetimeInput,
  duration: durationInput,
  time: timeInput,
  lines: linesInput,
  file: fileInput,
  files: filesInput,
  json: jsonInput,
  secret: secretInput,
};

/** How values of this field are entered. */
export function inputOf<F extends Field>(field: F): InputKind<F> {
  return INPUTS[field.type] as unknown as InputKind<F>; // the registry pairs each type with its kind
}
