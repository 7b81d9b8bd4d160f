import type { BlocksScreen, Figure, GroupedBlock, GroupKey } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { columnLabel, useUnits } from '../../fields/cells/column-label.ts';
import { fieldOf } from './figure-value.tsx';

/** The names of what a block groups by and of its figures. */
interface BlockTexts {
  readonly group: (group: GroupKey, index: number) => string;
  readonly figure: (figure: Figure) => string;
}

/** The names of a block's groups and figures in the reader's language. */
export function useBlockTexts(screen: BlocksScreen, block: GroupedBlock): BlockTexts {
  const texts = useTexts();
  const unit = useUnits();
  const entity = useModel().entities[block.entity];
  return {
    group: (group, index) =>
      group.by === 'field'
        ? texts.field(block.entity, group.field)
        : texts.block(screen.id, `${block.id}.groups.${String(index + 1)}`, group.of.source),
    figure: (figure) => {
      const { id, of } = figure;
      const otherwise = of === null ? texts.t('blocks.count') : id;
      const field = entity === undefined ? undefined : fieldOf(entity, figure);
      return columnLabel(
        texts.block(screen.id, `${block.id}.show.${id}`, otherwise),
        field === undefined ? null : unit(field),
      );
    },
  };
}
