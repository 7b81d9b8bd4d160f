import type { ChoiceField } from '@ninefold/model';
import type { Column } from './column.ts';
import { plainText } from './plain-text.ts';

export const choiceColumn: Column<ChoiceField> = {
  ...plainText,
  reread: (text, { options }) => (options.includes(text) ? text : undefined),
};
