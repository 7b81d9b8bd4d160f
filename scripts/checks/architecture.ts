import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { LAYERS, type LayerLists } from './layer-list.ts';
import { readSources, type Files } from './sources/source-files.ts';

const PAGE = 'ARCHITECTURE.md';
const PAGES = [PAGE, 'CONTRIBUTING.md'];
const MOST_TERMS = 40;
/** Folders whose files are data or test code: they need no sentence. */
const UNNAMED = /(^|\/)(testing|fixtures|built-in|differences)(\/|$)/;

export const architectureCheck: Check = {
  name: 'architecture',
  run: async (root) =>
    outcomeOf(
      architectureFindings(await readSources(root, /^(?:ARCHITECTURE\.md|CONTRIBUTING\.md|packages\/.*)$/), LAYERS),
    ),
};

/**
 * Folders of packages that `ARCHITECTURE.md` does not name in the section of their package, names there of folders that do
 * not exist, paths in it and in `CONTRIBUTING.md` that lead nowhere, a picture of other layers than those of the list, and a
 * glossary that is too long or not sorted.
 */
export function architectureFindings(files: Files, lists: LayerLists): readonly Finding[] {
  const page = (files.get(PAGE) ?? '').split('\n');
  return [
    ...folderFindings(page, files),
    ...PAGES.flatMap((name) => pathFindings(name, (files.get(name) ?? '').split('\n'), files)),
    ...pictureFindings(page, lists),
    ...glossaryFindings(page),
  ];
}

/** The layers of packages as columns below a line of their names, highest first; those inside a folder as `name: a → b`. */
function pictureFindings(page: readonly string[], lists: LayerLists): readonly Finding[] {
  return Object.entries(lists).flatMap(([folder, layers]) => {
    const [, name = '', inside = ''] = /^packages\/([^/]+)\/src\/?(.*)$/.exec(folder) ?? [];
    const expected = layers.map((layer) => layer.name).join(' → ');
    const shown = inside === '' ? columnIn(page, name) : lineIn(page, `${name}/${inside}`);
    return shown === expected
      ? []
      : [errorAt(PAGE, 1, `shows the layers of ${folder} as "${shown}", not "${expected}"`)];
  });
}

function lineIn(page: readonly string[], name: string): string {
  const found = page.find((text) => text.startsWith(` ${name}: `));
  return found?.slice(name.length + 3).trim() ?? '';
}

function columnIn(page: readonly string[], name: string): string {
  const header = page.findIndex((text) => /^ +model +spec +server +web +cli$/.test(text));
  const titles = [...(page[header] ?? '').matchAll(/\w+/g)];
  const own = titles.findIndex(([title]) => title === name);
  const [start, end] = [titles[own]?.index ?? 0, titles[own + 1]?.index];
  const rows = page.slice(header + 1);
  const cells = rows.slice(0, rows.indexOf('')).map((text) => text.slice(start, end).trim());
  return cells
    .filter((cell) => cell !== '')
    .toReversed()
    .join(' → ');
}

/** The lines of the section with this heading, with their numbers from 1. */
function sectionOf(
  page: readonly string[],
  heading: string,
): readonly { readonly text: string; readonly line: number }[] {
  const start = page.indexOf(`## ${heading}`);
  if (start === -1) return [];
  const rest = page.slice(start + 1);
  const end = rest.findIndex((text) => text.startsWith('## '));
  return rest.slice(0, end === -1 ? rest.length : end).map((text, index) => ({ text, line: start + index + 2 }));
}

function folderFindings(page: readonly string[], files: Files): readonly Finding[] {
  return [...foldersOf(files)].flatMap(([name, folders]) => {
    const section = sectionOf(page, `Folders of \`${name}\``);
    const spans = section.flatMap(({ text, line }) =>
      [...text.matchAll(/`([a-z0-9/-]+)`/g)].map(([, span = '']) => ({ span, line })),
    );
    const named = new Set(spans.map(({ span }) => span));
    const unnamed = [...folders].filter((folder) => !named.has(folder) && !UNNAMED.test(folder));
    const rows = section.filter(({ text }) => text.startsWith('| `'));
    const wrong = rows.flatMap(({ text, line }) =>
      [...(text.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) =>
        folders.has(span) ? [] : [errorAt(PAGE, line, `there is no folder packages/${name}/src/${span}`)],
      ),
    );
    return [...unnamed.map((folder) => errorAt(PAGE, 1, `does not name packages/${name}/src/${folder}`)), ...wrong];
  });
}

/** The folders below `src` of each package that have product code in them, without `src` itself. */
function foldersOf(files: Files): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of files.keys()) {
    const [, name = '', inside = ''] = /^packages\/([^/]+)\/src\/(.*\.tsx?)$/.exec(path) ?? [];
    const parts = inside.split('/').slice(0, -1);
    const folders = found.get(name) ?? new Set<string>();
    if (name !== '') found.set(name, folders);
    for (let depth = 1; depth <= parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'));
  }
  return found;
}

/** Code spans such as `spec/src/load` or `model/src/field-types/<type>.ts`, as far as they are written out. */
function pathFindings(name: string, page: readonly string[], files: Files): readonly Finding[] {
  const paths = [...files.keys()];
  return page.flatMap((text, index) =>
    [...text.matchAll(/`(?:packages\/)?((?:model|spec|server|web|cli)\/(?:src|locales)\/[^`<{]*)/g)].flatMap(
      ([, path = '']) => {
        const start = `packages/${path.replace(/\/$/, '')}`;
        const isThere = paths.some((file) => file === start || file.startsWith(`${start}/`));
        return isThere ? [] : [errorAt(name, index + 1, `nothing is at ${start}`)];
      },
    ),
  );
}

function glossaryFindings(page: readonly string[]): readonly Finding[] {
  const rows = sectionOf(page, 'Glossary').filter(({ text }) => /^\| (?!term|-)/.test(text));
  const terms = rows.map(({ text, line }) => ({ term: text.split('|')[1]?.trim() ?? '', line }));
  const many = terms.length > MOST_TERMS ? [errorAt(PAGE, 1, `${terms.length} terms, at most ${MOST_TERMS}`)] : [];
  const unsorted = terms.flatMap(({ term, line }, index) => {
    const before = terms[index - 1]?.term ?? '';
    return term > before ? [] : [errorAt(PAGE, line, `${term} stands behind ${before}`)];
  });
  return [...many, ...unsorted];
}
