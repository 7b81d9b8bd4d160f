import type { Field, FieldType } from '@ninefold/model';
import { booleanDefinition } from './boolean.ts';
import { choiceDefinition, choicesDefinition } from './choice.ts';
import { dateDefinition } from './date.ts';
import { durationDefinition } from './duration.ts';
import { fileDefinition, filesDefinition } from './file.ts';
import { timeDefinition } from './time.ts';
import type { FieldDefinition, FieldDefinitions, May } from './definition.ts';
import { OBJECT } from '../kinds/written-types.ts';
import { jsonDefinition } from './json.ts';
import { linesDefinition } from './lines.ts';
import { decimalDefinition, integerDefinition, moneyDefinition } from './number.ts';
import { referenceDefinition, referencesDefinition } from './reference.ts';
import { secretDefinition } from './secret.ts';
import { sequenceDefinition } from './sequence.ts';
import { stringDefinition } from './string.ts';
import { textDefinition } from './text.ts';

const DEFINITIONS: FieldDefinitions = {
  string: stringDefinition,
  text: textDefinition,
  choice: choiceDefinition,
  choices: choicesDefinition,
  sequence: sequenceDefinition,
  reference: referenceDefinition,
  references: referencesDefinition,
  integer: integerDefinition,
  number: decimalDefinition,
  money: moneyDefinition,
  percent: decimalDefinition,
  boolean: booleanDefinition,
  date: dateDefinition,
  datetime: dateDefinition,
  duration: durationDefinition,
  time: timeDefinition,
  file: fileDefinition,
  files: filesDefinition,
  json: jsonDefinition,
  secret: secretDefinition,
  lines: linesDefinition,
};

/** How fields of a type are written. */
export function definitionOf(type: FieldType): FieldDefinition<Field> {
  return DEFINITIONS[type] as unknown as FieldDefinition<Field>; // the registry pairs each type with its definition
}

/** Whether fields of a type may be unique, indexed, searched, the key or part of the title of their entity. */
export function mayBe(type: FieldType, what: May): boolean {
  return definitionOf(type).may[what];
}

/** Keys that a field has beside the common ones, by its type. */
export const TYPE_KEYS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(DEFINITIONS).map(([type, { keys }]) => [type, keys])),
  [OBJECT]: ['fields'],
};
