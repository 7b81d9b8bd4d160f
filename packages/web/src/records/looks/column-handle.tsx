import type { ListLook } from '@ninefold/model';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { Column } from '../rows/columns.ts';
import { ownLook, withMoved, withWidth } from './changed-look.ts';
import { movableHead } from './movable-head.ts';
import { useSetLook } from './use-set-look.ts';
import styles from './looks.module.css';

interface ColumnHandleProps {
  /** The screen or view for which the look is kept. */
  readonly of: string;
  readonly look: ListLook;
  readonly columns: readonly Column[];
  readonly id: string;
}

/**
 * The edge of a column, by which a mouse makes it wider or narrower; by the rest of its head the mouse moves it. Keys do both in
 * the box of the columns.
 */
export function ColumnHandle({ of, look, columns, id }: ColumnHandleProps) {
  const setLook = useSetLook(of);
  const shown = columns.map((column) => column.id);
  const handle = useRef<HTMLSpanElement>(null);
  const moved = useRef<(by: number) => void>(() => undefined);
  useEffect(() => {
    moved.current = (by) => setLook(withMoved(ownLook(look, shown), id, by));
  });
  useEffect(() => {
    const head = handle.current?.closest('th');
    return head ? movableHead(head, (by) => moved.current(by)) : undefined;
  }, []);
  const began = useRef<{
    readonly x: number;
    readonly width: number;
    readonly col: HTMLElement;
    readonly head: HTMLElement;
  } | null>(null);
  const begin = (event: PointerEvent<HTMLSpanElement>): void => {
    const head = event.currentTarget.closest('th');
    const table = head?.closest('table');
    const col = table?.querySelectorAll('col')[head?.cellIndex ?? -1];
    if (!head || !(col instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    began.current = { x: event.clientX, width: head.offsetWidth, col, head };
  };
  const widthAt = (event: PointerEvent<HTMLSpanElement>): number | null => {
    if (began.current === null) return null;
    const isLeftToRight = getComputedStyle(event.currentTarget).direction === 'ltr';
    const moved = event.clientX - began.current.x;
    return began.current.width + (isLeftToRight ? moved : -moved);
  };
  const move = (event: PointerEvent<HTMLSpanElement>): void => {
    const width = widthAt(event);
    if (width === null) return;
    began.current?.col.style.setProperty('width', `${String(width)}px`);
    began.current?.head.style.setProperty('min-width', `${String(width)}px`);
  };
  const end = (event: PointerEvent<HTMLSpanElement>): void => {
    const width = widthAt(event);
    began.current = null;
    if (width !== null) setLook(withWidth(ownLook(look, shown), id, width));
  };
  return (
    <span
      ref={handle}
      className={styles['handle']}
      aria-hidden
      data-nf-resize
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
