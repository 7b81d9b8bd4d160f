import { useMemo } from 'react';
import type { Entity } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { command, useCommands, type Command } from '../../kit/keyboard/commands.ts';
import { acrossFromFocused, besideFocused, firstRecord, focusCell, focusedCell, focusedPlace } from './cell-dom.ts';
import type { ChangeableCells } from './use-changeable.ts';
import type { WantedCell } from './wanted-cell.ts';

const isInCell = (): boolean => focusedCell() !== null;

/** F2 changes the cell with the focus, else that of the row in the column that was changed last; arrow keys lead from cell to cell. */
export function useCellCommands(
  entity: Entity,
  { fields }: ChangeableCells,
  last: string | null,
  onWant: (cell: WantedCell) => void,
): void {
  const texts = useTexts();
  const commands = useMemo(() => {
    const { t } = texts;
    const step = (id: 'next_cell' | 'previous_cell', key: string, run: () => void): Command =>
      command({
        ...{ id: `list.${id}`, scope: 'list', label: t(`cells.${id}`), keys: [key], hidden: true, run },
        group: texts.entityMany(entity.id),
      });
    const change = (): void => {
      const at = focusedPlace();
      const record = at?.record ?? firstRecord();
      if (record === null) return;
      const kept = last !== null && fields.includes(last) ? last : null;
      onWant({ record, field: at?.field ?? kept });
    };
    return [
      command({
        ...{ id: 'list.change_cell', scope: 'list', label: t('cells.change'), keys: ['f2'], run: change },
        group: texts.entityMany(entity.id),
      }),
      step('next_cell', 'arrowright', () => focusCell(besideFocused(1))),
      step('previous_cell', 'arrowleft', () => focusCell(besideFocused(-1))),
      // From a cell the arrow keys stay in its column; from a row they lead to the next one.
      { ...step('next_cell', 'arrowdown', () => focusCell(acrossFromFocused(1))), applies: isInCell },
      { ...step('previous_cell', 'arrowup', () => focusCell(acrossFromFocused(-1))), applies: isInCell },
    ];
    // What is wanted is the same in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [texts, entity, fields, last]);
  useCommands(commands);
}
