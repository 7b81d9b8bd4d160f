import type { LinesField } from '@ninefold/model';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { linesOf } from '../contract/lines.ts';
import type { LinesTableProps } from './lines-table.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

/** The table comes when the lines of a record are first read: lists show their number. */
const LinesTable = lateComponent<LinesTableProps>(
  withLateTexts(async () => (await import('./lines-table.tsx')).LinesTable),
);

/** The lines as a table of their own; in a table of records their number. */
function LinesCell({ field, value, place, compact }: CellProps<LinesField>) {
  const { t } = useTexts();
  const lines = linesOf(value);
  if (compact) return <>{t('list.lines', { count: lines.length })}</>;
  return lines.length === 0 ? null : <LinesTable field={field} lines={lines} of={place} />;
}

export const linesCell: CellKind<LinesField> = {
  ...PLAIN_CELL,
  Cell: LinesCell,
  isWide: true,
  isBody: true,
  isColumn: false,
};
