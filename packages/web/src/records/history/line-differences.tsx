import { ArrowRight } from 'lucide-react';
import type { Field, LinesField, Wire } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from '../../fields/cells/cell.tsx';
import { useFieldTexts, type FieldPlace } from '../../fields/contract/field-place.ts';
import { linesOf, type Line } from '../../fields/contract/lines.ts';
import styles from './history.module.css';
import { lineChanges, type LineChange } from './line-changes.ts';

/** So many lines are told one by one. */
const MOST_LINES = 8;

interface LineDifferencesProps {
  readonly field: LinesField;
  readonly old: Wire;
  readonly now: Wire;
  readonly place: FieldPlace;
}

/** What was added to the lines of a record, changed in them and removed, line by line. */
export function LineDifferences({ field, old, now, place }: LineDifferencesProps) {
  const { t } = useTexts();
  const { changes, isReordered } = lineChanges(field, linesOf(old), linesOf(now));
  const more = changes.length - MOST_LINES;
  return (
    <ul className={styles['lines']}>
      {changes.slice(0, MOST_LINES).map((change) => (
        <li key={`${change.kind} ${change.number}`} data-nf-line-change={change.kind}>
          {t(`history.line_${change.kind}`, { number: change.number })}
          {change.fields.map((column) => (
            <Column key={column.id} column={column} change={change} place={{ ...place, lines: field.id }} />
          ))}
        </li>
      ))}
      {more > 0 && <li>{t('history.more_lines', { count: more })}</li>}
      {isReordered && <li data-nf-line-change="order">{t('history.lines_reordered')}</li>}
    </ul>
  );
}

interface ColumnProps {
  readonly column: Field;
  readonly change: LineChange;
  readonly place: FieldPlace;
}

/** The value of a column, of a changed line the former one before it. */
function Column({ column, change: { before, after }, place }: ColumnProps) {
  const { t } = useTexts();
  const texts = useFieldTexts(place);
  const value = (line: Line) =>
    (line[column.id] ?? null) === null || line[column.id] === '' ? (
      <span className={styles['blank']}>{t('history.blank')}</span>
    ) : (
      <Cell field={column} value={line[column.id]} place={{ ...place, line }} compact />
    );
  return (
    <span className={styles['column']} data-nf-field={column.id}>
      <span className={styles['label']}>{texts.label(column)}</span>
      {before && value(before)}
      {before && after && <ArrowRight size={14} aria-label={t('history.to')} className="nf-mirrored" />}
      {after && value(after)}
    </span>
  );
}
