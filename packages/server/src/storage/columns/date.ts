import type { DateField } from '@ninefold/model';
import type { Column } from './column.ts';
import { textMeaning } from './meaning.ts';
import { plainText } from './plain-text.ts';

export const dateColumn: Column<DateField> = { ...plainText, meaning: textMeaning('date') };
