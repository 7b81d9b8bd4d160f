import { useState } from 'react';
import type { Entity } from '@ninefold/model';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';
import { dropHeldKeys, holdKeys } from '../../kit/keyboard/held-keys.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { SavedNotice, useSaved, type Saved } from '../editing/saved-notice.tsx';
import type { Column } from '../rows/columns.ts';
import { cellAt, focusCell, type CellPlace } from './cell-dom.ts';
import { CellPencil } from './cell-pencil.tsx';
import type { WantedCell } from './wanted-cell.ts';
import { useCellCommands } from './use-cell-commands.ts';
import { useChangeable, type ChangeableCells } from './use-changeable.ts';

const CellBox = lateComponent(withLateTexts(async () => (await import('./cell-box.tsx')).CellBox));

interface CellEditingProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
}

/** Changes the values of a table in their cells: by F2, or by the pencil of the cell under the pointer. */
export function CellEditing({ entity, columns }: CellEditingProps) {
  const cells = useChangeable(entity, columns);
  return cells && <Editing entity={entity} cells={cells} />;
}

function Editing({ entity, cells }: { readonly entity: Entity; readonly cells: ChangeableCells }) {
  const [wanted, setWanted] = useState<WantedCell | null>(null);
  const [last, setLast] = useState<CellPlace | null>(null);
  const [saved, setSaved] = useSaved(last?.record ?? '', null);
  const want = (cell: WantedCell): void => {
    setSaved(null);
    setWanted(cell);
    const before = document.activeElement;
    holdKeys(() => {
      setWanted(null);
      // It may have taken the focus already.
      giveFocusBack(() => before instanceof HTMLElement && before.focus());
    });
  };
  useCellCommands(entity, cells, last?.field ?? null, want);
  const close = (place: CellPlace, result: Saved | null): void => {
    dropHeldKeys();
    setWanted(null);
    setSaved(result);
    setLast(place);
    giveFocusBack(() => focusCell(cellAt(place)));
  };
  return (
    <>
      <SavedNotice entity={entity} saved={saved} />
      {wanted === null ? (
        <CellPencil entity={entity} cells={cells} onWant={want} />
      ) : (
        <CellBox
          key={`${wanted.record} ${wanted.field}`}
          entity={entity}
          cells={cells}
          wanted={wanted}
          onClose={close}
        />
      )}
    </>
  );
}

/** The box gives the focus up first. The next key may have given it to something else by then. */
function giveFocusBack(focus: () => void): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focus();
  });
}
