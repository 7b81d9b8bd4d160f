import { options } from 'preact';

/** The mark of what is drawn before the application. */
const FIRST_ROWS = 'data-nf-first-rows';

/** What elements say when a pointer rests on them, and what only programs read. */
const UNSEEN: ReadonlySet<string> = new Set(['title', 'dateTime', 'xmlns']);

const isLeftOut = (name: string): boolean => UNSEEN.has(name) || (name.startsWith('data-nf-') && name !== FIRST_ROWS);

/**
 * Leaves out what nobody sees of a picture: the marks by which the elements of the application are found (`data-nf-…`), and
 * words for pointers. No button of it is reached by Tab.
 */
export function drawPicture(): void {
  const { vnode: before } = options;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (type === 'button') Object.assign(props, { tabIndex: -1 });
    if (typeof type === 'string') for (const name in props) if (isLeftOut(name)) Reflect.set(props, name, undefined);
    before?.(vnode);
  };
}
