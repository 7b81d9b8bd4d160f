import type { Entity, Field } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';
import type { Draft } from '../draft/use-draft.ts';

interface ComputedValuesProps {
  readonly draft: Draft;
  readonly entity: Entity;
}

/** The computed values of the record as it would be saved now. */
export function ComputedValues({ draft, entity }: ComputedValuesProps) {
  const texts = useTexts();
  const shown = Object.values(entity.fields).filter((field) => isWorthShowing(field, draft));
  if (shown.length === 0) return null;
  return (
    <dl className={styles['totals']}>
      {shown.map((field) => (
        <div key={field.id} style={{ display: 'contents' }} data-nf-field={field.id}>
          <dt>{texts.field(entity.id, field.id)}</dt>
          <dd>
            <Cell field={field} value={draft.settled[field.id]} place={{ entity: entity.id, record: draft.settled }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isWorthShowing(field: Field, draft: Draft): boolean {
  const { isNumber } = cellOf(field);
  return field.computed !== null && isNumber && draft.visible.has(field.id) && draft.settled[field.id] != null;
}
