import { arrivalAddress } from '../routes/return-path.ts';

/** Loads the application, at the address that the reader wanted to see. The sign-in leaves no entry in the history. */
export function toApplication(): void {
  location.replace(arrivalAddress(location.search, location.origin));
}

const TOUCHES = ['focusin', 'pointerover', 'keydown'] as const;

/** Loads the files of the application into the cache of the browser as soon as somebody touches what is inside of `area`. */
export function prepareWhenTouched(area: HTMLElement): () => void {
  const forget = (): void => TOUCHES.forEach((touch) => area.removeEventListener(touch, prepare));
  const prepare = (): void => {
    forget();
    // What does not come is loaded with the application itself.
    for (const file of applicationFiles()) void fetch(`/_/web/${file}`, { priority: 'low' }).catch(() => undefined);
  };
  TOUCHES.forEach((touch) => area.addEventListener(touch, prepare));
  return forget;
}

/** The files that the application begins with, as the server has written them into the page. */
function applicationFiles(): readonly string[] {
  const written = document.querySelector<HTMLElement>('[data-application]')?.dataset['application'] ?? '';
  return written.split(' ').filter((file) => file !== '');
}
