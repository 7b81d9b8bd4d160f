import { Button, Loader } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ErrorId, StoredFile } from '@ninefold/model';
import { useAppDispatch } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import { downloadFile, hindrance } from './download-file.ts';
import styles from './previews.module.css';

interface FilePreviewProps {
  readonly file: StoredFile;
  /** Where its content is read. */
  readonly address: string;
  readonly onClose: () => void;
}

/** A file as a large picture, of a PDF its first page, with the way to all of it. */
export function FilePreview({ file: { name, type, size }, address, onClose }: FilePreviewProps) {
  const { t, problem } = useTexts();
  const dispatch = useAppDispatch();
  const [state, setState] = useState<'coming' | 'here' | 'none'>('coming');
  const [times, setTimes] = useState(0);
  const [code, setCode] = useState<ErrorId | null>(null);
  const draw = (): void => {
    setCode(null);
    setState('coming');
    setTimes((before) => before + 1);
  };
  /** Whether it is no picture, or could not be read, is what the browser does not tell. */
  const fail = async (): Promise<void> => {
    const found = await hindrance(dispatch, { address, size });
    setCode(found);
    if (found === null && times === 0) draw();
    else setState('none');
  };
  const download = async (): Promise<void> => setCode(await downloadFile(dispatch, { address, size }));
  const isGone = code === 'file_gone' && state === 'none';
  const isPaper = type === 'application/pdf';
  return (
    <Dialog opened onClose={onClose} size="auto" name={name} title={<bdi className={styles['name']}>{name}</bdi>}>
      <div className={styles['large']}>
        {state === 'coming' && <Loader size="sm" className={styles['loader']} aria-label={t('files.preview_coming')} />}
        {state === 'none' ? (
          code === null && <p role="alert">{t('files.preview_none')}</p>
        ) : (
          <img
            key={times}
            src={`${address}?preview=large`}
            alt={t(isPaper ? 'files.preview_page' : 'files.preview_picture', { name })}
            onLoad={() => setState('here')}
            onError={() => void fail()}
          />
        )}
        {isPaper && state === 'here' && <p className={styles['note']}>{t('files.preview_first')}</p>}
        {code !== null && <p role="alert">{problem({ code, params: {} })}</p>}
        {code !== null && state === 'none' && !isGone && (
          <Button variant="default" onClick={draw} data-nf-retry>
            {t('error.retry')}
          </Button>
        )}
        {!isGone && (
          <Button
            component="a"
            href={address}
            download={name}
            onClick={(event) => {
              event.preventDefault();
              void download();
            }}
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
          >
            {t('files.download')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
