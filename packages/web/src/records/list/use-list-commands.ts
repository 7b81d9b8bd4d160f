import { canEver, type Entity, type ListScreen } from '@ninefold/model';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { holdKeys } from '../../kit/keyboard/held-keys.ts';
import { command, type Command, useCommands } from '../../kit/keyboard/commands.ts';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { createPath } from '../../base/model/screen-path.ts';
import type { ShellText } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';

/** The keys of a list: its rows, its search, a new record. */
export function useListCommands(entity: Entity, screen: ListScreen): void {
  const texts = useTexts();
  const model = useModel();
  const rights = useRights();
  const navigate = useNavigate();
  const commands = useMemo(() => {
    const { t } = texts;
    const group = texts.entityMany(entity.id);
    const form = createPath(model, entity.id, screen);
    const label = texts.newThing(entity.id);
    return [
      ...rowCommands(t, group),
      command({
        id: 'list.select',
        scope: 'list',
        label: t('commands.select_row'),
        group,
        keys: ['x'],
        hidden: true,
        run: () => document.querySelector<HTMLElement>('main [data-nf-record]:focus-within [data-nf-select]')?.click(),
      }),
      command({
        id: 'list.search',
        scope: 'list',
        label: t('list.search'),
        group,
        keys: ['/'],
        run: () => document.querySelector<HTMLElement>('main [data-nf-search]')?.focus(),
      }),
      ...(form !== null && canEver(rights, entity.id, 'create')
        ? [
            command({
              id: 'list.create',
              scope: 'list',
              label,
              group,
              keys: ['c'],
              run: () => {
                holdKeys(); // what is typed before the form is there is for its first input
                void navigate(form);
              },
            }),
          ]
        : []),
    ];
    // `navigate` has the same effect in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [texts, model, rights, entity, screen]);
  useCommands(commands);
}

/** The keys of a table of records that is no list: its rows. `group` heads them where the keys are listed. */
export function useRowCommands(group: string): void {
  const { t } = useTexts();
  useCommands(useMemo(() => rowCommands(t, group), [t, group]));
}

function rowCommands(t: ShellText, group: string): readonly Command[] {
  const step = (id: string, keys: readonly string[], by: 1 | -1): Command =>
    command({
      id: `list.${id}`,
      scope: 'list',
      label: t(`commands.${id}`),
      group,
      keys,
      hidden: true,
      run: () => focusRow(by),
    });
  return [step('next_row', ['j', 'arrowdown'], 1), step('previous_row', ['k', 'arrowup'], -1)];
}

/** What leads on from the row after or before the one with the focus: its link, or its button where it has no link. */
function focusRow(by: 1 | -1): void {
  const targets = [
    ...document.querySelectorAll<HTMLElement>('main :is(tr,[data-nf-cards] li)[data-nf-record]'),
  ].flatMap((row) => {
    const target = row.querySelector<HTMLElement>('a') ?? row.querySelector<HTMLElement>('button');
    return target === null ? [] : [{ row, target }];
  });
  const now = targets.findIndex(({ row }) => row.contains(document.activeElement));
  const last = targets.length - 1;
  const next = now < 0 ? (by === 1 ? 0 : last) : Math.min(Math.max(now + by, 0), last);
  targets[next]?.target.focus();
}
