import type { ChoiceField, ChoicesField } from '@ninefold/model';
import { BETWEEN, itemsOf, PLAIN, type PeopleCell } from './people-cell.ts';

export const choiceCell: PeopleCell<ChoiceField> = {
  ...PLAIN,
  text: (value, field, { labels, line }) => labels.option(field, String(value), line?.field ?? null),
};

export const choicesCell: PeopleCell<ChoicesField> = {
  ...PLAIN,
  text: (value, field, { labels, line }) =>
    itemsOf(value)
      .map((option) => labels.option(field, String(option), line?.field ?? null))
      .join(BETWEEN),
};
