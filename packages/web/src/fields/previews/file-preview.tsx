import { Button, Loader, Modal } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './previews.module.css';

interface FilePreviewProps {
  readonly file: StoredFile;
  /** Where its content is read. */
  readonly address: string;
  readonly onClose: () => void;
}

/** A file as a large picture, of a PDF its first page, with the way to all of it. */
export function FilePreview({ file: { name, type }, address, onClose }: FilePreviewProps) {
  const { t } = useTexts();
  const [state, setState] = useState<'coming' | 'here' | 'none'>('coming');
  const isPaper = type === 'application/pdf';
  return (
    <Modal
      opened
      onClose={onClose}
      size="auto"
      title={<bdi className={styles['name']}>{name}</bdi>}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <div className={styles['large']}>
        {state === 'coming' && <Loader size="sm" className={styles['loader']} aria-label={t('files.preview_coming')} />}
        {state === 'none' ? (
          <p role="alert">{t('files.preview_none')}</p>
        ) : (
          <img
            src={`${address}?preview=large`}
            alt={t(isPaper ? 'files.preview_page' : 'files.preview_picture', { name })}
            onLoad={() => setState('here')}
            onError={() => setState('none')}
          />
        )}
        {isPaper && state === 'here' && <p className={styles['note']}>{t('files.preview_first')}</p>}
        <Button
          component="a"
          href={address}
          download={name}
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          {t('files.download')}
        </Button>
      </div>
    </Modal>
  );
}
