import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, type RefObject } from 'react';

interface HeadDragProps {
  /** Something inside the head of the column. */
  readonly inside: RefObject<HTMLElement | null>;
  readonly id: string;
  /** The columns in their order. */
  readonly shown: readonly string[];
  /** A column was dropped that lies so many places from where it shall be. */
  readonly onMove: (id: string, by: number) => void;
}

/** Lets the head of a column be dragged to the place of another one. Keys move columns in the box of the columns. */
export function HeadDrag(props: HeadDragProps): null {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const element = latest.current.inside.current?.closest('th');
    if (!element) return undefined;
    const table = element.closest('table');
    const leave = (): void => void delete element.dataset['drop'];
    /** How many places the dragged column would move. */
    const byOf = (dragged: unknown): number => {
      const { shown, id } = latest.current;
      return shown.indexOf(id) - shown.indexOf(String(dragged));
    };
    return combine(
      draggable({
        element,
        canDrag: ({ input }) => !isEdge(document.elementFromPoint(input.clientX, input.clientY)),
        getInitialData: () => ({ column: latest.current.id, table }),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['table'] === table && source.element !== element,
        onDragEnter: ({ source }) => {
          element.dataset['drop'] = byOf(source.data['column']) > 0 ? 'after' : 'before';
        },
        onDragLeave: leave,
        onDrop: ({ source }) => {
          leave();
          latest.current.onMove(String(source.data['column']), byOf(source.data['column']));
        },
      }),
    );
  }, []);
  return null;
}

/** The edge of a column makes it wider. */
function isEdge(element: Element | null): boolean {
  return element?.closest('[data-nf-resize]') !== null;
}
