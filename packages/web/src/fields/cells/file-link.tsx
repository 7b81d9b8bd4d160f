import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import type { ErrorId, StoredFile } from '@ninefold/model';
import { useAppDispatch } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FileThumb } from '../previews/file-thumb.tsx';
import { hasPreview } from '../previews/has-preview.ts';
import { fileSize } from './file-size.ts';
import styles from './file-link.module.css';

interface FileLinkProps {
  readonly file: StoredFile;
  /** Where its content is read; null: nowhere yet. */
  readonly address: string | null;
}

/** The name of a file, which leads to its content, its size, and a small picture of it where there is one. */
export function FileLink({ file, address }: FileLinkProps) {
  const { language, problem } = useTexts();
  const dispatch = useAppDispatch();
  const [isDrawn, setIsDrawn] = useState(hasPreview(file));
  const [hindrance, setHindrance] = useState<ErrorId | null>(null);
  const download = async (from: string): Promise<void> => {
    setHindrance(null);
    const code = await import('../previews/download-file.ts').then(
      ({ downloadFile }) => downloadFile(dispatch, { address: from, size: file.size }),
      (): ErrorId => 'offline', // its code did not come
    );
    setHindrance(code);
  };
  /** Without its small picture it stands there by its name. Where that is so because it is gone, who looks at the page has to know. */
  const undrawn = async (from: string): Promise<void> => {
    setIsDrawn(false);
    const look = import('../previews/download-file.ts').then(({ isGone }) =>
      isGone(dispatch, { address: from, size: file.size }),
    );
    if (await look.catch(() => false)) setHindrance('file_gone');
  };
  const name = <bdi>{file.name}</bdi>;
  const isThumb = isDrawn && address !== null;
  return (
    <span className={styles['file']} data-thumb={isThumb || undefined} data-nf-file={file.id}>
      {isThumb ? (
        <FileThumb file={file} address={address} onNone={() => void undrawn(address)} />
      ) : (
        <Paperclip size={14} aria-hidden />
      )}
      <span>
        {address === null ? (
          name
        ) : (
          <a
            href={address}
            download={file.name}
            onClick={(event) => {
              event.preventDefault();
              void download(address);
            }}
          >
            {name}
          </a>
        )}{' '}
        <span className={styles['size']}>{fileSize(file.size, language)}</span>
        {hindrance !== null && <span role="alert">{problem({ code: hindrance, params: {} })}</span>}
      </span>
    </span>
  );
}
