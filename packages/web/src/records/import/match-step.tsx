import { Select } from '@mantine/core';
import type { Entity } from '@ninefold/model';
import { optionsHeight } from '../../kit/controls/select-box.ts';
import { useLimit } from '../../base/model/use-model.ts';
import { joinChoice, joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface MatchStepProps {
  readonly entity: Entity;
  readonly matches: readonly string[];
  readonly value: string;
  readonly onChange: (match: string) => void;
}

/** Chooses the fields by which a row finds the record that it changes. */
export function MatchStep({ entity, matches, value, onChange }: MatchStepProps) {
  const { t, thing, field, language } = useTexts();
  const height = useLimit('select_menu_px');
  const name = (id: string): string => (id === 'id' ? t('import.id') : field(entity.id, id));
  if (matches.length === 0) {
    const columns = [...(entity.key === null ? [] : [field(entity.id, entity.key)]), t('system.id')];
    return <p>{t('import.all_new', { thing: thing(entity.id), columns: joinChoice(columns, language) })}</p>;
  }
  const data = [
    ...matches.map((match) => ({ value: match, label: joinList(match.split(',').map(name), language) })),
    { value: '', label: t('import.no_match') },
  ];
  return (
    <Select
      label={t('import.match')}
      description={t('import.match_hint')}
      data={data}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      maxDropdownHeight={optionsHeight(height)}
      data-nf-import-match
    />
  );
}
