import { options } from 'preact';

/** The mark of what is drawn before the application. */
const FIRST_ROWS = 'data-nf-first-rows';

/**
 * Leaves out the marks by which the elements of the application are found (`data-nf-…`), but for the mark of the first rows themselves, and lets no button be reached by Tab: what is
 * drawn before it only looks like it.
 */
export function hideMarks(): void {
  const { vnode: before } = options;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (type === 'button') Object.assign(props, { tabIndex: -1 });
    if (typeof type === 'string')
      for (const name of Object.keys(props)) if (name.startsWith('data-nf-') && name !== FIRST_ROWS) Reflect.deleteProperty(props, name);
    before?.(vnode);
  };
}
