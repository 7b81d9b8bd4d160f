import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { readSources, type Files } from './sources/source-files.ts';

type Tree = { readonly [key: string]: unknown };
/** Placeholders by key without its plural suffix. */
type Texts = ReadonlyMap<string, ReadonlySet<string>>;

const PLURAL = /_(?:zero|one|two|few|many|other)$/;
/** English is the source language of every example. */
const SOURCE_TEXTS = /^examples\/[^/]+\/locales\/en\//;
const FILE = /^(.*\/locales)\/([a-z]{2,3}(?:-[A-Za-z0-9]+)*)\/(.+)\.json$/;

export const localesCheck: Check = {
  name: 'locales',
  run: async (root) =>
    outcomeOf(localeFindings(await readSources(root, /^(?:packages|examples)\/.*\/locales\/.*\.(?:json|md)$/))),
};

/**
 * Every folder of texts has the same files, keys and {{values}} in each of its languages. The source language of an
 * application may leave out texts that stand in its YAML.
 */
export function localeFindings(files: Files): readonly Finding[] {
  const folders = Map.groupBy(
    [...files].flatMap(([path, text]) => {
      const [, folder, language, namespace] = FILE.exec(path) ?? [];
      return folder && language && namespace ? [{ path, text, folder, language, namespace }] : [];
    }),
    (one) => one.folder,
  );
  const findings: Finding[] = [...pageFindings(files)];
  for (const [folder, members] of folders) {
    const languages = [...new Set(members.map((one) => one.language))].sort();
    if (languages.length < 2)
      findings.push(errorAt(folder, 1, `only in ${languages.join()}; every text stands in en and ja`));
    for (const [namespace, group] of Map.groupBy(members, (one) => one.namespace)) {
      findings.push(...namespaceFindings(folder, namespace, languages, group));
    }
  }
  return findings;
}

interface LocaleFile {
  readonly path: string;
  readonly text: string;
  readonly language: string;
}

function namespaceFindings(
  folder: string,
  namespace: string,
  languages: readonly string[],
  group: readonly LocaleFile[],
): readonly Finding[] {
  const findings: Finding[] = [];
  const texts = new Map<string, Texts>();
  for (const file of group) {
    try {
      texts.set(file.path, flatten(JSON.parse(file.text) as Tree));
    } catch (error) {
      findings.push(errorAt(file.path, 1, String(error)));
    }
  }
  for (const language of languages) {
    if (!group.some((one) => one.language === language)) {
      findings.push(errorAt(`${folder}/${language}/${namespace}.json`, 1, 'this file is missing'));
    }
  }
  const all = new Map([...texts.values()].flatMap((one) => [...one]));
  for (const [path, own] of texts) {
    const found = compare(path, own, all);
    findings.push(...(SOURCE_TEXTS.test(path) ? found.filter((one) => !one.text.endsWith(' is missing')) : found));
  }
  return findings;
}

function compare(path: string, own: Texts, all: Texts): readonly Finding[] {
  return [...all].flatMap(([key, values]) => {
    const mine = own.get(key);
    if (!mine) return [errorAt(path, 1, `${key} is missing`)];
    const lost = [...values].filter((value) => value !== 'count' && !mine.has(value));
    const added = [...mine].filter((value) => value !== 'count' && !values.has(value));
    return [...lost, ...added].map((value) => errorAt(path, 1, `${key}: {{${value}}} stands in one language only`));
  });
}

function flatten(tree: Tree, prefix = ''): Texts {
  const found = new Map<string, Set<string>>();
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') {
      const key = prefix + name.replace(PLURAL, '');
      const values = found.get(key) ?? new Set<string>();
      for (const match of value.matchAll(/\{\{\s*-?\s*([\w.]+)/g)) values.add(match[1] ?? '');
      found.set(key, values);
    } else if (value !== null && typeof value === 'object') {
      for (const [key, values] of flatten(value as Tree, `${prefix}${name}.`)) found.set(key, new Set(values));
    }
  }
  return found;
}

/** `pages/<name>.<language>.md`: every page in every language in which its folder has one. */
function pageFindings(files: Files): readonly Finding[] {
  const pages = [...files.keys()].flatMap((path) => {
    const [, name, language] = /^(.*\/locales\/pages\/[^/.]+)\.([A-Za-z-]+)\.md$/.exec(path) ?? [];
    return name && language ? [{ name, language }] : [];
  });
  const languages = new Set(pages.map((page) => page.language));
  return [...Map.groupBy(pages, (page) => page.name)].flatMap(([name, group]) =>
    [...languages]
      .filter((language) => !group.some((page) => page.language === language))
      .map((language) => errorAt(`${name}.${language}.md`, 1, 'this page is missing')),
  );
}
