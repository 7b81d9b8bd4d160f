/** The figures of the navigation come with the application. */
export function useHomeQuery(): { readonly data: undefined } {
  return { data: undefined };
}
