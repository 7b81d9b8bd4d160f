import { options } from 'preact';

/**
 * Leaves out the marks by which the elements of the application are found (`data-nf-…`): what is drawn before it only looks
 * like it.
 */
export function hideMarks(): void {
  const { vnode: before } = options;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === 'string')
      for (const name of Object.keys(props)) if (name.startsWith('data-nf-')) Reflect.deleteProperty(props, name);
    before?.(vnode);
  };
}
