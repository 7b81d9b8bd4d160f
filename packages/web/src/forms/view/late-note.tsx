import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './form.module.css';

/**
 * Stands in the place of the buttons of a dialog that would close with its answer, where something was typed on while it was sent:
 * that stays to be read and copied.
 */
export function LateNote({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} data-nf-late>
      <output className={styles['late']}>{t('late.done')}</output>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-nf-late-close>
          {t('late.close')}
        </Button>
      </Group>
    </div>
  );
}
