import type { StringField } from '@ninefold/model';
import type { Column } from './column.ts';
import { plainText } from './plain-text.ts';

export const stringColumn: Column<StringField> = { ...plainText, searched: true, short: false };
