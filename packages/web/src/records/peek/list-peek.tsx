import { useEffect, useMemo, useRef } from 'react';
import { screensOf, type Entity } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { linkOf, usePeekPlace } from './peek-place.ts';

const PeekSheet = lateComponent(withLateTexts(async () => (await import('./peek-sheet.tsx')).PeekSheet));

/** Shows a record beside its list: by Space on its row, or by an address. */
export function ListPeek({ entity }: { readonly entity: Entity }) {
  const { id, go } = usePeekPlace();
  const screen = screensOf(useModel(), entity.id, 'record')[0];
  usePeekCommand(entity, screen === undefined ? null : go);
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== null && id === null) linkOf(before.current)?.focus();
    before.current = id;
  }, [id]);
  if (screen === undefined || id === null) return null;
  return <PeekSheet screen={screen} entity={entity} id={id} onGo={go} />;
}

/** What opens a record, and its cells. Everything else in a row has a use of its own for Space. */
const ROW = 'main [data-nf-record] :is(a[data-nf-open], td)';

function focusedRecord(): string | null {
  const { activeElement } = document;
  if (activeElement?.matches(ROW) !== true) return null;
  return activeElement.closest<HTMLElement>('[data-nf-record]')?.dataset['nfRecord'] ?? null;
}

function usePeekCommand(entity: Entity, go: ((id: string) => void) | null): void {
  const texts = useTexts();
  const commands = useMemo(() => {
    if (go === null) return [];
    const run = (): void => {
      const record = focusedRecord();
      if (record !== null) go(record);
    };
    return [
      command({
        ...{ id: 'list.peek', scope: 'list', label: texts.t('peek.show'), keys: [' '], hidden: true, run },
        applies: () => focusedRecord() !== null,
        group: texts.entityMany(entity.id),
      }),
    ];
  }, [texts, entity, go]);
  useCommands(commands);
}
