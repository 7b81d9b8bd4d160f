import { isTranslation, isTruth, type Field, type Holder } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { FieldPlace } from '../contract/field-place.ts';
import { Cell } from './cell.tsx';
import { valueRead } from './value-read.ts';

/** Whether an object is blank: all of its parts are. */
export function isBlankObject(fields: readonly Field[], record: Holder): boolean {
  return fields.every((field) => !isFilled(field, record));
}

/** Whether a part is filled. One that is true or false is blank while it is false. */
export function isFilled({ id, type }: Field, record: Holder): boolean {
  const value = record[id];
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value !== undefined && value !== null && value !== '' && !isEmptyList && !(isTruth(type) && value === false);
}

interface ObjectCellProps {
  readonly entity: string;
  readonly fields: readonly Field[];
  readonly record: Holder;
}

/** The filled parts of an object in one line, for a column of a list. */
export function ObjectCell({ entity, fields, record }: ObjectCellProps) {
  return <FilledParts fields={fields} holder={record} place={{ entity, record }} />;
}

interface FilledProps {
  readonly fields: readonly Field[];
  /** The record, or the line, that has the object. */
  readonly holder: Holder;
  readonly place: FieldPlace;
}

/** The same of a record or of a line. */
export function FilledParts({ fields, holder, place }: FilledProps) {
  const { language } = useTexts();
  const read = fields.flatMap((field) =>
    isTranslation(field) ? [] : [{ field, ...valueRead(field, holder, language) }],
  );
  const filled = read.filter(({ field, value }) => isFilled(field, { [field.id]: value }));
  return filled.map(({ field, value, language: spoken }, index) => (
    <span key={field.id} data-nf-field={field.id} lang={spoken ?? undefined}>
      {index > 0 && ', '}
      <Cell field={field} value={value} place={place} compact />
    </span>
  ));
}
