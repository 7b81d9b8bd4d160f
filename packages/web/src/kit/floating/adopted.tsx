import { useLayoutEffect, type Ref, type RefObject } from 'react';

interface AdoptedProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  /** Given by the target of a menu or of a box, like the properties that it sets: these stand on the button already. */
  readonly ref?: Ref<HTMLElement>;
}

/** Stands for a button that is on the page already, as the target of a menu or of a box. */
export function Adopted({ button, ref }: AdoptedProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    const forget = ref(button.current);
    return typeof forget === 'function' ? forget : () => void ref(null);
  }, [ref, button]);
  return null;
}
