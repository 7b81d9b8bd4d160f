import { systemField, type Field, type FieldOf, type FieldType, type RecordValue, type Wire } from '@ninefold/model';
import type { Cell } from '../sheet-cells/sheet-cell.ts';
import { booleanCell } from './boolean.ts';
import { choiceCell, choicesCell } from './choice.ts';
import { fileCell } from './file.ts';
import { linesCell } from './lines.ts';
import { integerCell, moneyCell, numberCell, percentCell } from './number.ts';
import { PLAIN, type Look, type PeopleCell } from './people-cell.ts';
import { referenceCell, referencesCell } from './reference.ts';
import { secretCell } from './secret.ts';
import { dateCell, datetimeCell, durationCell } from './times.ts';

const CELLS: { readonly [T in FieldType]: PeopleCell<FieldOf<T>> } = {
  string: PLAIN,
  text: PLAIN,
  choice: choiceCell,
  choices: choicesCell,
  sequence: PLAIN,
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
  time: PLAIN,
  lines: linesCell,
  file: fileCell,
  files: fileCell,
  json: PLAIN,
  secret: secretCell,
};

function cellOf(field: Field): PeopleCell<Field> {
  return CELLS[field.type] as unknown as PeopleCell<Field>; // the registry pairs each type with its cell
}

/** A value of a field in words; an empty text for a blank. */
export function peopleText(value: Wire, field: Field, look: Look): string {
  return value === null || value === '' ? '' : cellOf(field).text(value, field, look);
}

/** The same for a spreadsheet: a number, a day or a moment where it has such, else the words; null for a blank. */
export function peopleCell(value: Wire, field: Field, look: Look): Cell | null {
  if (value === null || value === '') return null;
  const cell = cellOf(field).sheet(value, field, look);
  if (cell !== null) return cell;
  const text = peopleText(value, field, look);
  return text === '' ? null : { value: text };
}

/** How people read one column of a list. */
export interface PeopleColumn {
  readonly heading: string;
  text(record: RecordValue): string;
  cell(record: RecordValue): Cell | null;
}

/** The column of a field, or of something that every record has: its state, its title, when it was made. */
export function peopleColumn(
  id: string,
  field: Field | undefined,
  look: Omit<Look, 'record' | 'line' | 'text'>,
): PeopleColumn {
  const { labels } = look;
  const at = (record: RecordValue): Look => ({ ...look, record, line: null, text: peopleText });
  const shown = field ?? systemField(id);
  const heading = field ? labels.field(field) : labels.system(id);
  if (shown)
    return {
      heading,
      text: (record) => peopleText(record[id] ?? null, shown, at(record)),
      cell: (record) => peopleCell(record[id] ?? null, shown, at(record)),
    };
  const text = (record: RecordValue): string => {
    const value = record[id] ?? '';
    return id === 'state' && value !== '' ? labels.state(String(value)) : String(value);
  };
  return { heading, text, cell: (record) => ({ value: text(record) }) };
}
