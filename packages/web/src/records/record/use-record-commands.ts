import { cyclesOf, type Entity } from '@ninefold/model';
import { useMemo } from 'react';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { holdKeys } from '../../kit/keyboard/held-keys.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The keys of a record page. Each clicks the control of the same action. */
export function useRecordCommands(entity: Entity, canEdit: boolean): void {
  const texts = useTexts();
  const commands = useMemo(() => {
    const { t } = texts;
    const group = texts.entity(entity.id);
    const focus = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();
    return [
      ...(canEdit
        ? [
            command({
              id: 'record.edit',
              scope: 'record',
              label: t('record.edit'),
              group,
              keys: ['e'],
              run: () => {
                const button = document.querySelector<HTMLElement>('main [data-nf-edit]');
                if (button === null) return;
                holdKeys();
                button.click();
              },
            }),
          ]
        : []),
      command({
        id: 'record.transitions',
        scope: 'record',
        label: t('transition.group'),
        group,
        keys: ['m'],
        hidden: cyclesOf(entity).length === 0,
        run: focus('main [data-nf-transition]'),
      }),
      command({
        id: 'record.forward',
        scope: 'record',
        label: t('rail.forward'),
        group,
        keys: ['s'],
        hidden: cyclesOf(entity).length === 0,
        run: () => document.querySelector<HTMLElement>('main [data-nf-forward]')?.click(),
      }),
      command({
        id: 'record.history',
        scope: 'record',
        label: t('history.title'),
        group,
        keys: ['h'],
        run: focus('#nf-history'),
      }),
    ];
  }, [texts, entity, canEdit]);
  useCommands(commands);
}
