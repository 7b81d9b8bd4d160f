import type { Entity, Filter } from '@ninefold/model';
import { useMemo } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Column } from '../rows/columns.ts';
import { isChosen, quickChoices, toggled, type QuickChoice } from './quick-choices.ts';
import styles from './quick-filters.module.css';

interface QuickFiltersProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** Buttons that narrow a list at one press. */
export function QuickFilters({ entity, columns, filters, onChange }: QuickFiltersProps) {
  const { t } = useTexts();
  const text = useChoiceText(entity);
  const choices = useMemo(() => quickChoices(entity, columns), [entity, columns]);
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles['quick']} aria-label={t('list.quick')}>
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          aria-pressed={isChosen(choice, filters)}
          onClick={() => onChange(toggled(choice, filters))}
          data-nf-quick={choice.id}
        >
          {text(choice)}
        </button>
      ))}
    </fieldset>
  );
}

function useChoiceText({ id }: Entity): (choice: QuickChoice) => string {
  const { t, field } = useTexts();
  return ({ field: name, about }) => {
    const label = field(id, name);
    if (about === null) return label;
    const word = about === 'me' || about === 'late' ? t(`list.quick_${about}`) : t(`list.span_${about}`);
    return t('list.quick_of', { field: label, word });
  };
}
