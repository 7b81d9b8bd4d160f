import type { BooleanField } from '@ninefold/model';
import { PLAIN, type PeopleCell } from './people-cell.ts';

export const booleanCell: PeopleCell<BooleanField> = {
  ...PLAIN,
  text: (value, _field, { labels }) => (value === true ? labels.words.yes : labels.words.no),
};
