import { h, isValidElement, options, toChildArray, type VNode } from 'preact';
import { onePath, type Shape } from './one-path.ts';

/** The mark of what is drawn before the application. */
const FIRST_ROWS = 'data-nf-first-rows';

/** What elements say when a pointer rests on them, and what only programs read. */
const UNSEEN: ReadonlySet<string> = new Set(['title', 'dateTime', 'xmlns']);

const isLeftOut = (name: string): boolean => UNSEEN.has(name) || (name.startsWith('data-nf-') && name !== FIRST_ROWS);

/**
 * Leaves out what nobody sees of a picture: the marks by which the elements of the application are found (`data-nf-…`), and
 * words for pointers. No button of it is reached by Tab. An icon is one path, since a page of rows has hundreds of them.
 */
export function drawPicture(): void {
  const { vnode: before } = options;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (type === 'button') Object.assign(props, { tabIndex: -1 });
    if (type === 'svg') drawSimply(vnode);
    if (typeof type === 'string') for (const name in props) if (isLeftOut(name)) Reflect.set(props, name, undefined);
    before?.(vnode);
  };
}

function drawSimply({ props }: VNode): void {
  const children = toChildArray(props.children);
  const outline = children.every(isValidElement) ? onePath(children as readonly Shape[]) : null; // elements, with their names and attributes
  if (outline !== null) props.children = h('path', { d: outline });
}
