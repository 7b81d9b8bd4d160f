import { ArrowRight } from 'lucide-react';
import type { Entity, Field, HistoryEntry, Wire } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import type { FieldPlace } from '../../fields/contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import styles from './history.module.css';

interface ChangesProps {
  readonly entity: Entity;
  readonly entry: HistoryEntry;
}

/** The answers given and the values changed by one entry. */
export function Changes({ entity, entry }: ChangesProps) {
  const texts = useTexts();
  const { transition } = entry;
  const inputs = transition === null ? {} : (entity.lifecycle?.transitions[transition]?.input ?? {});
  const answers = Object.entries(entry.input ?? {}).filter(([, value]) => value !== null);
  // The creation lists no changes: its values are the record itself.
  const changes = entry.kind === 'create' ? [] : entry.changes.filter((change) => entity.fields[change.field]);
  if (answers.length === 0 && changes.length === 0) return null;
  return (
    <dl className={styles['changes']}>
      {answers.map(([id, value]) => (
        <div key={`input ${id}`} data-nf-input={id}>
          <dt>{transition === null ? id : texts.input(entity.id, transition, id)}</dt>
          <dd>
            {inputs[id] && transition !== null ? (
              <Cell field={inputs[id]} value={value} place={{ entity: entity.id, transition }} />
            ) : (
              String(value)
            )}
          </dd>
        </div>
      ))}
      {changes.map((change) => (
        <div key={change.field} data-nf-field={change.field}>
          <dt>{texts.field(entity.id, change.field)}</dt>
          <dd>
            <Shown field={entity.fields[change.field]} value={change.old} place={{ entity: entity.id }} />
            <ArrowRight size={14} aria-label={texts.t('history.to')} className="nf-mirrored" />
            <Shown field={entity.fields[change.field]} value={change.new} place={{ entity: entity.id }} />
          </dd>
        </div>
      ))}
    </dl>
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
  if (!field || value === null || (Array.isArray(value) && value.length === 0))
    return <span className={styles['blank']}>{t('history.blank')}</span>;
  return (
    <span>
      {/* A text is drawn as in the record; a table of lines would be too wide here. */}
      <Cell field={field} value={value} place={place} compact={cellOf(field).room !== 'long'} />
    </span>
  );
}
