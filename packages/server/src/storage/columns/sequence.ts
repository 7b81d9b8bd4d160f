import type { SequenceField } from '@ninefold/model';
import type { Column } from './column.ts';
import { plainText } from './plain-text.ts';

export const sequenceColumn: Column<SequenceField> = { ...plainText, searched: true };
