import { isTruth, type Field, type Wire } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import type { FieldPlace } from '../contract/field-place.ts';
import { cellOf } from './registry.ts';

/** A value in the form of its type. A blank value shows nothing; a boolean is never blank. */
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
  const shown = value ?? (isTruth(field.type) ? false : null);
  if (shown === null || shown === '') return null;
  const { Cell: Typed } = cellOf(field);
  return (
    <Boundary place={{ part: 'field', entity: place.entity, field: field.id }} again={shown}>
      <Typed field={field} value={shown} place={place} compact={compact} />
    </Boundary>
  );
}
