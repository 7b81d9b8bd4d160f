import type { SequenceField } from '@ninefold/model';
import type { CellProps } from './cell-props.ts';

export function SequenceCell({ value }: CellProps<SequenceField>) {
  return <bdi dir="ltr">{String(value)}</bdi>;
}
