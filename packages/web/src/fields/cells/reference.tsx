import type { ReferenceField } from '@ninefold/model';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { RecordLink } from './record-link.tsx';

/** A line has no page of its own: the record beside it has. */
function ReferenceCell({ field, value }: CellProps<ReferenceField>) {
  return <RecordLink entity={field.toLines === null ? field.to : null} value={value} />;
}

export const referenceCell: CellKind<ReferenceField> = { ...PLAIN_CELL, Cell: ReferenceCell };
