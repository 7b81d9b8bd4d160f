import { memoizedWeakly, RUNTIME_PAGES, type Model } from '@ninefold/model';

/**
 * Whether an address (the path of a request, as it was sent) is a page of the application: a screen of the specification, for
 * whatever role, or a page of the runtime. Compared as the router of the browser does: letters of either case, a slash at the
 * end or none.
 */
export function isPageAddress(model: Model, path: string): boolean {
  return patternOf(model).test(path);
}

/** Paths consist of letters, digits, `_`, `-` and parameters, so that nothing in them means something else in a pattern. */
const patternOf = memoizedWeakly((model: Model): RegExp => {
  const paths = new Set([...RUNTIME_PAGES, ...model.screens.map((screen) => screen.path)]);
  const forms = [...paths].map((path) => path.split('/').map(partOf).join('/').replace(/\/$/, ''));
  return new RegExp(`^(?:${forms.join('|')})/?$`, 'i');
});

function partOf(part: string): string {
  return part.startsWith(':') ? '[^/]+' : encodeURIComponent(part);
}
