import { ArrowRight } from 'lucide-react';
import { isLines, isSecret, spokenId, type Entity, type Field, type HistoryEntry, type Wire } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import type { FieldPlace } from '../../fields/contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Answers, answersOf } from './answers.tsx';
import styles from './history.module.css';
import { LineDifferences } from './line-differences.tsx';
import { isBlank } from '../../fields/cells/is-blank.ts';

interface ChangesProps {
  readonly entity: Entity;
  readonly entry: HistoryEntry;
}

/** The answers given and the values changed by one entry. */
export function Changes({ entity, entry }: ChangesProps) {
  const texts = useTexts();
  // The creation lists no changes: its values are the record itself.
  const changes = entry.kind === 'create' ? [] : entry.changes.filter((change) => entity.fields[change.field]);
  if (answersOf(entry).length === 0 && changes.length === 0) return null;
  return (
    <dl className={styles['changes']}>
      <Answers entity={entity} entry={entry} />
      {changes.map((change) => {
        const field = entity.fields[change.field];
        return (
          <div key={change.field} data-nf-field={change.field}>
            <dt>{texts.field(entity.id, field ? spokenId(field) : change.field)}</dt>
            <dd>
              <Difference field={field} change={change} place={{ entity: entity.id }} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface DifferenceProps {
  readonly field: Field | undefined;
  readonly change: HistoryEntry['changes'][number];
  readonly place: FieldPlace;
}

/** The value before and after; of lines what became of each. A long text that was filled in stands alone: there is nothing to compare it with. */
function Difference({ field, change, place }: DifferenceProps) {
  const { t } = useTexts();
  if (isLines(field)) return <LineDifferences field={field} old={change.old} now={change.new} place={place} />;
  if (isSecret(field) && change.old === true && change.new === true) return <span>{t('secrets.replaced')}</span>;
  const isLong = field !== undefined && cellOf(field).room === 'long';
  const after = <Shown field={field} value={change.new} place={place} />;
  if (isLong && isBlank(change.old) && !isBlank(change.new)) return after;
  return (
    <>
      <Shown field={field} value={change.old} place={place} />
      <ArrowRight size={14} aria-label={t('history.to')} className="nf-mirrored" />
      {after}
    </>
  );
}

function Shown({
  field,
  value,
  place,
}: {
  readonly field: Field | undefined;
  readonly value: Wire;
  readonly place: FieldPlace;
}) {
  const { t } = useTexts();
  if (!field || isBlank(value)) return <span className={styles['blank']}>{t('history.blank')}</span>;
  return (
    <span>
      {/* A text and an amount are drawn as in the record. */}
      <Cell
        field={field}
        value={value}
        place={place}
        compact={cellOf(field).room !== 'long' && !cellOf(field).isNumber}
      />
    </span>
  );
}
