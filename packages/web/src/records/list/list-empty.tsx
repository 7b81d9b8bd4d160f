import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entity } from '@ninefold/model';
import { Empty } from '../../kit/messages/empty.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface ListEmptyProps {
  readonly entity: Entity;
  /** Whether the person narrowed the list. */
  readonly narrowed: boolean;
  /** Whether the list shows a part of the records: there may be others. */
  readonly isPart: boolean;
  readonly create: ReactNode;
  readonly onClear: () => void;
}

/** An empty list: there are no records yet, or none matches. */
export function ListEmpty({ entity, narrowed, isPart, create, onClear }: ListEmptyProps) {
  const { t, things, entityHint } = useTexts();
  const many = things(entity.id);
  if (narrowed) {
    return (
      <Empty
        kind="no-match"
        title={t('list.no_match', { things: many })}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('list.clear')}
          </Button>
        }
      >
        {t('list.no_match_text')}
      </Empty>
    );
  }
  if (isPart) return <Empty kind="first-use" title={t('home.none')} actions={create ?? undefined} />;
  return (
    <Empty kind="first-use" title={t('list.first_use', { things: many })} actions={create ?? undefined}>
      {entityHint(entity.id) ?? (create ? t('list.first_use_create') : t('list.first_use_wait'))}
    </Empty>
  );
}
