import { memoizedWeakly, RUNTIME_PAGES, type Model, type Screen } from '@ninefold/model';

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
  const paths = new Set([
    ...RUNTIME_PAGES,
    ...model.screens.flatMap(({ path, formerPath }) => [path, formerPath ?? path]),
  ]);
  const forms = [...paths].map((path) => path.split('/').map(partOf).join('/').replace(/\/$/, ''));
  return new RegExp(`^(?:${forms.join('|')})/?$`, 'i');
});

/**
 * The screen at an address, and what stands in place of `:id`; null: none. Of several, as in the router of the browser, the one
 * whose path says most: `/note/new` before `/note/:id`, then the first.
 */
export function screenAt(model: Model, path: string): { readonly screen: Screen; readonly id: string | null } | null {
  for (const { form, screen } of formsOf(model)) {
    const found = form.exec(path);
    if (found) return { screen, id: found[1] === undefined ? null : decoded(found[1]) };
  }
  return null;
}

const formsOf = memoizedWeakly((model: Model): readonly { readonly form: RegExp; readonly screen: Screen }[] =>
  model.screens
    .toSorted((one, other) => parametersIn(one) - parametersIn(other))
    .map((screen) => {
      const parts = screen.path.split('/').map((part) => partOf(part).replace('[^/]+', '([^/]+)'));
      return { form: new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`, 'i'), screen };
    }),
);

function parametersIn({ path }: Screen): number {
  return path.split('/').filter((part) => part.startsWith(':')).length;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function partOf(part: string): string {
  return part.startsWith(':') ? '[^/]+' : encodeURIComponent(part);
}
