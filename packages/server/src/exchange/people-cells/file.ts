import { filesIn, type FileField, type FilesField } from '@ninefold/model';
import { BETWEEN, PLAIN, type PeopleCell } from './people-cell.ts';

/** The names of the files: their content has no place in a cell. */
export const fileCell: PeopleCell<FileField | FilesField> = {
  ...PLAIN,
  text: (value) =>
    filesIn(value)
      .map(({ name }) => name)
      .join(BETWEEN),
};
