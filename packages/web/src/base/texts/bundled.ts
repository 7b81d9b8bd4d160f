import type { Resource, ResourceKey } from 'i18next';

const own = import.meta.glob<ResourceKey>('../../../locales/*/shell.json', { eager: true, import: 'default' });
const model = import.meta.glob<ResourceKey>('../../../../model/locales/*/errors.json', {
  eager: true,
  import: 'default',
});

/**
 * The runtime's own texts of every shipped language: they are in the build, so no missing file blanks the screen.
 * Those of the checker are not among them while no page shows its results.
 */
export function bundledTexts(): Resource {
  const texts: Record<string, Record<string, ResourceKey>> = {};
  for (const [path, content] of Object.entries({ ...own, ...model })) {
    const [, language, namespace] = /([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    if (language === undefined || namespace === undefined) continue;
    texts[language] = { ...texts[language], [namespace]: content };
  }
  return texts;
}
