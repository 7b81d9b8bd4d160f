import { ActionIcon } from '@mantine/core';
import { Unlink } from 'lucide-react';
import type { Entity, RecordValue } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface DetachProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly onPress: () => void;
}

/** The button by which a record refers no more to the one of the page. */
export function Detach({ entity, record, onPress }: DetachProps) {
  const { t, entity: nameOf } = useTexts();
  const name = record.title ?? nameOf(entity.id);
  return (
    <ActionIcon
      variant="subtle"
      size="md"
      color="gray"
      aria-label={t('attach.detach_name', { name })}
      title={t('attach.detach')}
      onClick={onPress}
      data-nf-detach={record.id}
    >
      <Unlink size={16} aria-hidden />
    </ActionIcon>
  );
}
