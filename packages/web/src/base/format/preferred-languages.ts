/** The languages of the browser, most wanted first. */
export function usePreferredLanguages(): readonly string[] {
  return navigator.languages;
}
