import { Paperclip } from 'lucide-react';
import { idOf, type StoredFile } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { FieldPlace } from '../contract/field-place.ts';
import { fileSize } from './file-size.ts';
import styles from './file-link.module.css';

interface FileLinkProps {
  readonly file: StoredFile;
  readonly field: string;
  readonly place: FieldPlace;
}

/** The name of a file, which leads to its content where the record that holds it is at hand, and its size. */
export function FileLink({ file, field, place }: FileLinkProps) {
  const { language } = useTexts();
  const record = place.transition === undefined && place.record ? idOf({ ...place.record }) : null;
  const path = place.lines === undefined ? field : `${place.lines}.${field}`;
  const name = <bdi>{file.name}</bdi>;
  return (
    <span className={styles['file']} data-nf-file={file.id}>
      <Paperclip size={14} aria-hidden />
      {record === null ? (
        name
      ) : (
        <a href={`/api/${place.entity}/${record}/${path}/${file.id}`} download={file.name}>
          {name}
        </a>
      )}{' '}
      <span className={styles['size']}>{fileSize(file.size, language)}</span>
    </span>
  );
}
