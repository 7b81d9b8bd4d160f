import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadSpecification, readFolder, type LoadedSpecification } from '@ninefold/server/specification';
import type { TextTree } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { Unusable } from '../arguments/unusable.ts';
import { countLine, issueLines } from '../printing/issues.ts';

/**
 * Writes the keys that a language lacks into its locale files, each with an empty text in a file named as that of the source
 * language, and removes what belongs to nothing. A text that stands in the place of its `label` goes there. Prints what was
 * removed, with its text, and what is still to be written, with the text in the source language.
 */
export async function completeTexts(call: Call): Promise<number> {
  const { say } = call;
  const [language, folder = '.'] = call.words;
  if (language === undefined) throw new Unusable('refused.texts');
  const loaded = await loadSpecification(folder);
  const { application, issues } = loaded;
  if (application === null) {
    process.stdout.write(`${issueLines(issues, call, folder)}${countLine(issues, say)}\n`);
    return 1;
  }
  const { languages } = application.model;
  if (!languages.includes(language)) {
    process.stderr.write(`ninefold: ${say('texts.unknown', { language, languages: languages })}\n`);
    return 1;
  }
  const [source = language] = languages;
  const files = treesIn(await readFolder(folder));
  const missing = missingIn(loaded, language);
  const orphans = orphansIn(loaded, language);
  const kept = orphans.filter(
    ({ path, key }) => missing.includes(`${key}.label`) && moveToLabel(treeOf(files, path), key),
  );
  const removed = orphans
    .filter((orphan) => !kept.includes(orphan))
    .map(({ path, key }) => ({ path, key, text: textAt(treeOf(files, path), key) }))
    .filter(({ path, key }) => removeAt(treeOf(files, path), key));
  const added = missing.filter((key) => addAt(treeOf(files, fileFor(files, { key, source, language })), key));
  for (const path of changed(files, language)) await writeTree(join(folder, path), treeOf(files, path));
  const texts = application.texts[source];
  for (const { key, text } of removed) process.stdout.write(`- ${key}: ${text}\n`);
  for (const { key } of kept) process.stdout.write(`+ ${key} → ${key}.label\n`);
  for (const key of missing.filter((one) => !kept.some(({ key: moved }) => one === `${moved}.label`)))
    process.stdout.write(`  ${key}: ${textAt(texts, key.replace(/^screens\.menu\./, 'menu.'))}\n`);
  const counts = { added: added.length, removed: removed.length, missing: missing.length - kept.length, language };
  process.stdout.write(`${say('texts.done', counts)}\n`);
  return 0;
}

/** Locale files as they are in memory, by path. */
type Trees = Map<string, MutableTree>;

interface MutableTree {
  [key: string]: MutableTree | string;
}

function treesIn(files: Awaited<ReturnType<typeof readFolder>>): Trees {
  const locales = files.filter(({ path }) => /^locales\/[^/]+\/[^/]+\.json$/.test(path));
  return new Map(locales.map(({ path, text }) => [path, JSON.parse(text.replace(/^\uFEFF/, ''))] as const)); // read by the checker before
}

function treeOf(files: Trees, path: string): MutableTree {
  const tree = files.get(path) ?? {};
  files.set(path, tree);
  return tree;
}

/** The keys as they are written, in the order of the nine points. */
function missingIn({ issues }: LoadedSpecification, language: string): readonly string[] {
  const told = issues.filter(({ id, params }) => id === 'NF1103' && params['language'] === language);
  const keys = told.flatMap(({ params }) => (params['keys'] ?? '').split('\n'));
  return keys.filter((key) => key !== '').map((key) => key.replace(/^menu\./, 'screens.menu.'));
}

function orphansIn(
  { issues }: LoadedSpecification,
  language: string,
): readonly { readonly path: string; readonly key: string }[] {
  const told = issues.filter(({ id, file }) => id === 'NF1104' && file.startsWith(`locales/${language}/`));
  return told.map(({ file, params }) => ({ path: file, key: params['key'] ?? '' }));
}

/** Beside the text in the source language, else in `app.json`. */
function fileFor(
  files: Trees,
  { key, source, language }: { readonly key: string; readonly source: string; readonly language: string },
): string {
  const known = [...files].find(([path, tree]) => path.startsWith(`locales/${source}/`) && textAt(tree, key) !== '');
  return (known?.[0] ?? `locales/${source}/app.json`).replace(`locales/${source}/`, `locales/${language}/`);
}

function textAt(tree: TextTree | undefined, key: string): string {
  let at: TextTree | string | undefined = tree;
  for (const step of key.split('.')) at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined;
  return typeof at === 'string' ? at : '';
}

/** Puts a text that stands where its map belongs (`"travel": "Travel"`) under `label`; false where something else stands there. */
function moveToLabel(tree: MutableTree, key: string): boolean {
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  let at = tree;
  for (const step of steps) {
    const below = Object.hasOwn(at, step) ? at[step] : undefined;
    if (typeof below !== 'object') return false;
    at = below;
  }
  const text = Object.hasOwn(at, last) ? at[last] : undefined;
  if (typeof text !== 'string' || text === '') return false;
  at[last] = { label: text };
  return true;
}

/** Adds an empty text; false where the key is there already, or a text stands on the way to it. */
function addAt(tree: MutableTree, key: string): boolean {
  const steps = key.split('.');
  const last = steps.pop() ?? '';
  let at = tree;
  for (const step of steps) {
    const below = Object.hasOwn(at, step) ? at[step] : (at[step] = {});
    if (typeof below !== 'object') return false;
    at = below;
  }
  if (Object.hasOwn(at, last)) return false;
  at[last] = '';
  return true;
}

/** Removes a text and the maps that are empty without it; false where it does not stand under its path. */
function removeAt(tree: MutableTree, key: string): boolean {
  const [step = '', ...rest] = key.split('.');
  if (!Object.hasOwn(tree, step)) return false;
  const below = tree[step];
  if (rest.length > 0 && (typeof below !== 'object' || !removeAt(below, rest.join('.')))) return false;
  if (rest.length === 0 || Object.keys(below ?? {}).length === 0) delete tree[step];
  return true;
}

function changed(files: Trees, language: string): readonly string[] {
  return [...files.keys()].filter((path) => path.startsWith(`locales/${language}/`));
}

async function writeTree(path: string, tree: MutableTree): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(tree, null, 2)}\n`);
}
