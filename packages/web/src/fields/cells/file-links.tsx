import { filesIn, type FileField, type FilesField } from '@ninefold/model';
import type { CellProps } from '../contract/cell-kind.ts';
import styles from './file-link.module.css';
import { fileAddress } from './file-address.ts';
import { FileLink } from './file-link.tsx';

/** The files of a field, each with a link to its content. */
export function FileLinks({ field, value, place }: CellProps<FileField | FilesField>) {
  return (
    <ul className={styles['list']}>
      {filesIn(value).map((file) => (
        <li key={file.id}>
          <FileLink file={file} address={fileAddress(place, field.id, file)} />
        </li>
      ))}
    </ul>
  );
}
