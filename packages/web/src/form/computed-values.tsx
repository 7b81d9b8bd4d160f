import type { Entity, Field } from '@ninefold/model';
import { Cell } from '../cells/cell.tsx';
import { useTexts } from '../texts/use-texts.ts';
import styles from './form.module.css';
import type { Draft } from './use-draft.ts';

interface ComputedValuesProps {
  readonly draft: Draft;
  readonly entity: Entity;
}

/** What the application works out from what is typed, as it stands now. */
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
  const numeric =
    field.type === 'money' || field.type === 'number' || field.type === 'integer' || field.type === 'percent';
  return field.computed !== null && numeric && draft.visible.has(field.id) && draft.settled[field.id] != null;
}
