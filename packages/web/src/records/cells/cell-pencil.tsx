import { Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Entity } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './cells.module.css';
import type { ChangeableCells } from './use-changeable.ts';
import type { WantedCell } from './wanted-cell.ts';

interface CellPencilProps {
  readonly entity: Entity;
  readonly cells: ChangeableCells;
  readonly onWant: (cell: WantedCell) => void;
}

interface Hovered {
  readonly record: string;
  readonly field: string;
  /** Where the pencil stands in the window. */
  readonly top: number;
  readonly left: number;
}

const SIZE = 24;

/** A pencil in the cell under the mouse, where it can be changed. By keyboard the key F2 is the way. */
export function CellPencil({ entity, cells, onWant }: CellPencilProps) {
  const texts = useTexts();
  const hovered = useHovered(cells.fields);
  const main = document.querySelector('main');
  if (hovered === null || main === null) return null;
  const { record, field, top, left } = hovered;
  const label = texts.t('rail.change_field', { field: texts.field(entity.id, field) });
  return createPortal(
    <button
      type="button"
      tabIndex={-1}
      className={styles['pencil']}
      style={{ top, left }}
      aria-label={label}
      title={label}
      onClick={() => onWant({ record, field })}
      data-nf-cell-pencil={field}
    >
      <Pencil size={14} aria-hidden />
    </button>,
    main,
  );
}

/** The cell under the mouse that can be changed. A finger has none. */
function useHovered(fields: readonly string[]): Hovered | null {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  useEffect(() => {
    const enter = ({ target, pointerType }: PointerEvent): void => {
      if (!(target instanceof Element) || target.closest('[data-nf-cell-pencil]') !== null) return;
      const cell = pointerType === 'mouse' ? target.closest<HTMLElement>('main tr[data-nf-record] > td') : null;
      setHovered(cell === null ? null : hoveredAt(cell, fields));
    };
    const leave = (): void => setHovered(null);
    document.addEventListener('pointerover', enter);
    document.addEventListener('scroll', leave, { capture: true, passive: true });
    return () => {
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('scroll', leave, { capture: true });
    };
  }, [fields]);
  return hovered;
}

function hoveredAt(cell: HTMLElement, fields: readonly string[]): Hovered | null {
  const field = cell.dataset['nfField'];
  const record = cell.parentElement?.dataset['nfRecord'];
  if (field === undefined || record === undefined || !fields.includes(field)) return null;
  const { left, right, top, height } = cell.getBoundingClientRect();
  const isMirrored = getComputedStyle(cell).direction === 'rtl';
  return { record, field, top: top + (height - SIZE) / 2, left: isMirrored ? left + 2 : right - SIZE - 2 };
}
