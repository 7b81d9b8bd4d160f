import type { ReferenceField, ReferencesField } from '@ninefold/model';
import { BETWEEN, itemsOf, PLAIN, titleText, type PeopleCell } from './people-cell.ts';

export const referenceCell: PeopleCell<ReferenceField> = {
  ...PLAIN,
  text: (value, _field, look) => titleText(value, look),
};

export const referencesCell: PeopleCell<ReferencesField> = {
  ...PLAIN,
  text: (value, _field, look) =>
    itemsOf(value)
      .map((item) => titleText(item, look))
      .join(BETWEEN),
};
