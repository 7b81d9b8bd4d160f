import type { ReferenceField } from '@ninefold/model';
import type { CellProps } from './cell-props.ts';
import { RecordLink } from './record-link.tsx';

export function ReferenceCell({ field, value }: CellProps<ReferenceField>) {
  return <RecordLink entity={field.to} value={value} />;
}
