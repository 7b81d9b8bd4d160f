import { Paperclip } from 'lucide-react';
import type { StoredFile } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { fileSize } from './file-size.ts';
import styles from './file-link.module.css';

interface FileLinkProps {
  readonly file: StoredFile;
  /** Where its content is read; null: nowhere yet. */
  readonly address: string | null;
}

/** The name of a file, which leads to its content, and its size. */
export function FileLink({ file, address }: FileLinkProps) {
  const { language } = useTexts();
  const name = <bdi>{file.name}</bdi>;
  return (
    <span className={styles['file']} data-nf-file={file.id}>
      <Paperclip size={14} aria-hidden />
      {address === null ? (
        name
      ) : (
        <a href={address} download={file.name}>
          {name}
        </a>
      )}{' '}
      <span className={styles['size']}>{fileSize(file.size, language)}</span>
    </span>
  );
}
