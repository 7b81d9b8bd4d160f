import { useEffect, useMemo, useRef, useState } from 'react';
import { cyclesOf, screensOf, type Entity } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { linkOf, usePeekPlace } from './peek-place.ts';

const PeekSheet = lateComponent(withLateTexts(async () => (await import('./peek-sheet.tsx')).PeekSheet));

/** Shows a record beside its list: by Space on its row, by M with the focus on its steps, or by an address. */
export function ListPeek({ entity }: { readonly entity: Entity }) {
  const { id, go } = usePeekPlace();
  const screen = screensOf(useModel(), entity.id, 'record')[0];
  const [stepsOf, setStepsOf] = useState<string | null>(null);
  usePeekCommands(entity, screen === undefined ? null : go, setStepsOf);
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== null && id === null) linkOf(before.current)?.focus();
    before.current = id;
  }, [id]);
  if (screen === undefined || id === null) return null;
  const shown = { screen, entity, id, onGo: go };
  return <PeekSheet {...shown} toSteps={stepsOf === id} onSteps={() => setStepsOf(null)} />;
}

/** What opens a record, and its cells. Everything else in a row has a use of its own for Space. */
const ROW = 'main [data-nf-record] :is(a[data-nf-open], td)';

function focusedRecord(): string | null {
  const { activeElement } = document;
  if (activeElement?.matches(ROW) !== true) return null;
  return activeElement.closest<HTMLElement>('[data-nf-record]')?.dataset['nfRecord'] ?? null;
}

/** Boards have a menu for each card. */
const ON_BOARD = 'main [data-nf-board] *';

function usePeekCommands(entity: Entity, go: ((id: string) => void) | null, onSteps: (record: string) => void): void {
  const texts = useTexts();
  const commands = useMemo(() => {
    if (go === null) return [];
    const group = texts.entityMany(entity.id);
    const run = (then?: (record: string) => void) => (): void => {
      const record = focusedRecord();
      if (record === null) return;
      then?.(record);
      go(record);
    };
    return [
      command({
        ...{ id: 'list.peek', scope: 'list', label: texts.t('peek.show'), keys: [' '], hidden: true, run: run() },
        applies: () => focusedRecord() !== null,
        group,
      }),
      ...(cyclesOf(entity).length === 0
        ? []
        : [
            command({
              ...{ id: 'list.steps', scope: 'list' as const, label: texts.t('peek.steps'), keys: ['m'], hidden: true },
              applies: () => focusedRecord() !== null && document.activeElement?.matches(ON_BOARD) === false,
              group,
              run: run(onSteps),
            }),
          ]),
    ];
  }, [texts, entity, go, onSteps]);
  useCommands(commands);
}
