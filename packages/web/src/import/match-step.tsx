import { Select } from '@mantine/core';
import type { Entity } from '@ninefold/model';
import { joinList } from '../texts/join-list.ts';
import { useTexts } from '../texts/use-texts.ts';

interface MatchStepProps {
  readonly entity: Entity;
  readonly matches: readonly string[];
  readonly value: string;
  readonly onChange: (match: string) => void;
}

/** Says by which fields rows find the records that they change. */
export function MatchStep({ entity, matches, value, onChange }: MatchStepProps) {
  const { t, field, language } = useTexts();
  if (matches.length === 0) return <p>{t('import.all_new')}</p>;
  const name = (id: string): string => (id === 'id' ? t('import.id') : field(entity.id, id));
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
      data-nf-import-match
    />
  );
}
