/**
 * The language with the region of the reader, for days and times: the texts are in `en`, and a browser in Germany has
 * `en-DE`. `preferred` are the languages of the browser, the first one decides. A language that names its own region
 * stays as it is.
 */
export function withRegion(language: string, preferred: readonly string[]): string {
  const own = localeOf(language);
  const [first, ...rest] = preferred.flatMap((each) => localeOf(each) ?? []);
  if (own === null || own.region !== undefined || first === undefined) return language;
  const named = [first, ...rest].find((each) => each.language === first.language && each.region !== undefined);
  const region = named?.region ?? (first.language === own.language ? undefined : first.maximize().region);
  return region === undefined ? language : `${language}-${region}`;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
