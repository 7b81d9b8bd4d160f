import type { TextField } from '@ninefold/model';
import type { Column } from './column.ts';
import { plainText } from './plain-text.ts';

export const textColumn: Column<TextField> = { ...plainText, searched: true, short: false };
