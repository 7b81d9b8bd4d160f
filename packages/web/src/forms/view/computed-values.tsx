import { fieldInPath, type Entity, type Field } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';
import type { Draft } from '../draft/use-draft.ts';

interface ComputedValuesProps {
  readonly draft: Draft;
  readonly entity: Entity;
}

/** The computed values of the record as it would be saved now, as far as something on this form decides them. */
export function ComputedValues({ draft, entity }: ComputedValuesProps) {
  const texts = useTexts();
  const shown = Object.values(entity.fields).filter((field) => isWorthShowing(field, draft, entity));
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

function isWorthShowing(field: Field, draft: Draft, entity: Entity): boolean {
  const { isNumber } = cellOf(field);
  const isThere = isNumber && draft.visible.has(field.id) && draft.settled[field.id] != null;
  return isThere && followsFrom(field, new Set(draft.plan.fields.map(({ id }) => id)), entity);
}

/** Whether a computed value reads one of these fields, by itself or through other computed ones; no value follows from itself. */
function followsFrom({ computed }: Field, asked: ReadonlySet<string>, entity: Entity): boolean {
  return (computed?.expression.reads ?? []).some((path) => {
    const id = fieldInPath(path);
    const read = entity.fields[id];
    return asked.has(id) || (read !== undefined && read.computed !== null && followsFrom(read, asked, entity));
  });
}
