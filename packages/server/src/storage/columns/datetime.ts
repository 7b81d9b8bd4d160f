import type { DatetimeField } from '@ninefold/model';
import type { Column } from './column.ts';
import { textMeaning } from './meaning.ts';
import { plainText } from './plain-text.ts';

export const datetimeColumn: Column<DatetimeField> = { ...plainText, meaning: textMeaning('datetime') };
