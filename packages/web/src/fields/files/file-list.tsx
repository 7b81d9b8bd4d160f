import { fileIn, type StoredFile } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FileRow } from './file-row.tsx';
import styles from './files.module.css';
import type { Files } from './use-files.ts';
import { sendingKey } from './use-sending.ts';

interface FileListProps {
  readonly files: Files;
  /** The kinds that are taken; all where there are none. */
  readonly accept: readonly string[];
  /** Where the content of a file is read; null: nowhere yet. */
  readonly addressOf: (file: StoredFile) => string | null;
  /** The DOM id of what has the focus once a file was removed. */
  readonly control: string;
}

/** The files of a value, each with how far it has come, and why some were not sent. */
export function FileList({ files: { items, sending, tooLarge, remove }, accept, addressOf, control }: FileListProps) {
  const { t } = useTexts();
  return (
    <>
      {items.length > 0 && (
        <ul className={styles['list']}>
          {items.map((item, index) => (
            <FileRow
              key={fileIn(item)?.id ?? sendingKey(item) ?? `lost ${String(index)}`}
              item={item}
              accept={accept}
              underway={sending.underway[sendingKey(item) ?? ''] ?? null}
              addressOf={addressOf}
              onRetry={() => sending.retry(sendingKey(item) ?? '')}
              onRemove={() => {
                remove(index);
                document.getElementById(control)?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {tooLarge.map((name) => (
        <p key={name} className={styles['failed']} role="alert">
          {t('files.too_large', { name })}
        </p>
      ))}
    </>
  );
}
