import type { Entity } from '@ninefold/model';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { SmallSelect } from '../../kit/controls/small-select.tsx';
import type { Grouping } from '../sorting/sorting.ts';
import { groupables } from './bands.ts';
import styles from './grouping.module.css';

interface GroupChoiceProps extends Grouping {
  readonly entity: Entity;
}

/** The choice of what a table groups its records by. */
export function GroupChoice({ entity, state, onChange }: GroupChoiceProps) {
  const { t, field } = useTexts();
  const fields = groupables(entity, useRights());
  return (
    <div data-nf-group-by>
      <SmallSelect
        label={t('grouping.by')}
        value={state.group ?? ''}
        options={[
          { value: '', text: t('grouping.none') },
          ...fields.map((id) => ({ value: id, text: field(entity.id, id) })),
        ]}
        className={styles['choice']}
        onChange={(value) => onChange({ group: value || null, folded: [] })}
      />
    </div>
  );
}
