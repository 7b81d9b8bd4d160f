import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ListView } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface RemovalProps {
  readonly view: ListView;
  readonly busy: boolean;
  readonly onKeep: () => void;
  readonly onRemove: () => void;
}

/** Asks once more: a view that is deleted is gone for good, a shared one for all its readers. */
export function Removal({ view, busy, onKeep, onRemove }: RemovalProps) {
  const { t } = useTexts();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <span role="alert">{t(view.shared ? 'views.delete_ask_shared' : 'views.delete_ask', { name: view.name })}</span>
      <Group justify="flex-end">
        <Button variant="default" onClick={onKeep} ref={keep}>
          {t('views.keep')}
        </Button>
        <Button color="red" loading={busy} onClick={onRemove} data-nf-view-delete>
          {t('views.delete')}
        </Button>
      </Group>
    </>
  );
}
