import type { ReferenceField } from '@ninefold/model';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { RecordLink } from './record-link.tsx';

function ReferenceCell({ field, value }: CellProps<ReferenceField>) {
  return <RecordLink entity={field.to} value={value} />;
}

export const referenceCell: CellKind<ReferenceField> = { ...PLAIN_CELL, Cell: ReferenceCell };
