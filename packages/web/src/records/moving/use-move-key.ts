import { useMemo } from 'react';
import type { Entity } from '@ninefold/model';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The menu of the card or bar that has the focus. */
const MENU = 'main [data-nf-record]:focus-within [data-nf-move]';

/** The key that opens the menu by which a card or bar is moved. `label`: what that does. */
export function useMoveKey(entity: Entity, label: string): void {
  const { entityMany } = useTexts();
  const group = entityMany(entity.id);
  useCommands(
    useMemo(
      () => [
        command({
          ...{ id: 'list.move', scope: 'list' as const, label, group, keys: ['m'], hidden: true },
          applies: () => document.querySelector(MENU) !== null,
          run: () => document.querySelector<HTMLElement>(MENU)?.click(),
        }),
      ],
      [label, group],
    ),
  );
}
