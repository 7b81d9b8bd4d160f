import type { Entity } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { isByState, type ColumnValue } from './board-columns.ts';

/** The name of each column of a board, in the reader's language. */
export function useColumnName(entity: Entity, by: string): (value: ColumnValue) => string {
  const texts = useTexts();
  return (value) => {
    if (value === null) return texts.t('board.blank', { field: texts.field(entity.id, by) });
    return isByState(entity, by) ? texts.state(entity.id, value, by) : texts.option(entity.id, by, value);
  };
}
