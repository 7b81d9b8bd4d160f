import { useEffect, useRef, useState, type ReactNode } from 'react';
import { grouped, type Field, type FieldGroup } from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { type FieldPlace, fieldTexts } from '../../fields/contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FieldControl } from './field-control.tsx';
import { ObjectGroup } from './object-group.tsx';
import styles from './form.module.css';
import type { Draft, DraftPlan } from '../draft/use-draft.ts';

interface FieldListProps {
  readonly draft: Draft;
  readonly fields: readonly Field[];
}

/** The fields of a form in one column. Screen readers announce a field that appears. */
export function FieldList({ draft, fields }: FieldListProps) {
  const { t } = useTexts();
  const shown = fields.filter((field) => draft.visible.has(field.id));
  const needed = shown.filter((field) => field.required).length;
  const allRequired = shown.length > 1 && needed === shown.length;
  // If fewer fields are optional than required, the optional ones are marked too.
  const marks = allRequired ? 'none' : needed > shown.length - needed ? 'both' : 'required';
  const control = (field: Field, inObject: boolean) => (
    <Boundary
      key={field.id}
      place={{ part: 'field', entity: draft.plan.entity, field: field.id }}
      again={draft.settled}
    >
      <FieldControl draft={draft} field={field} inObject={inObject} marks={marks} />
    </Boundary>
  );
  const drawn = ({ object, fields: own }: FieldGroup<Field>, inObject: boolean): ReactNode =>
    object === null ? (
      own.map((field) => control(field, inObject))
    ) : (
      <ObjectGroup
        key={object}
        place={{ ...placeOf(draft.plan, own), inObject }}
        draft={draft}
        object={object}
        fields={own}
      >
        {grouped(own, object).map((group) => drawn(group, true))}
      </ObjectGroup>
    );
  return (
    <div className={styles['fields']}>
      {allRequired && <p className={styles['hint']}>{t('form.all_required')}</p>}
      {grouped(shown).map((group) => drawn(group, false))}
      <Appeared shown={shown} plan={draft.plan} />
    </div>
  );
}

function placeOf(plan: DraftPlan, [first]: readonly Field[]): FieldPlace {
  return first ? plan.placeOf(first) : { entity: plan.entity };
}

function Appeared({ shown, plan }: { readonly shown: readonly Field[]; readonly plan: DraftPlan }) {
  const texts = useTexts();
  const { t } = texts;
  const before = useRef<ReadonlySet<string> | null>(null);
  const [said, setSaid] = useState('');
  const ids = shown.map((field) => field.id).join(' ');
  useEffect(() => {
    const known = before.current;
    before.current = new Set(ids.split(' '));
    if (known === null) return;
    const fresh = shown
      .filter((field) => !known.has(field.id))
      .map((field) => fieldTexts(texts, plan.placeOf(field)).label(field));
    setSaid(fresh.length === 0 ? '' : t('form.appeared', { fields: fresh.join(', ') }));
    // Only a change of the visible fields is announced.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ids]);
  return <output className="nf-hidden">{said}</output>;
}
