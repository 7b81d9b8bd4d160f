import type { TimeField } from '@ninefold/model';
import type { Column } from './column.ts';
import { textMeaning } from './meaning.ts';
import { plainText } from './plain-text.ts';

export const timeColumn: Column<TimeField> = { ...plainText, meaning: textMeaning('time') };
