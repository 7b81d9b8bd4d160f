import { posix } from 'node:path';
import { findCycles } from './sources/cycles.ts';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { edgesOf, importsOf, type Edge } from './sources/import-graph.ts';
import { EXCEPTIONS, LAYERS, type Exception, type Layer, type LayerLists } from './layer-list.ts';
import { readSources, type Files } from './sources/source-files.ts';

/** Packages that may have exceptions, and how many. */
const MOST_EXCEPTIONS: Readonly<Record<string, number>> = { web: 3 };
const LIST = 'scripts/checks/layer-list.ts';

export const layersCheck: Check = {
  name: 'layers',
  run: async (root) =>
    outcomeOf(layerFindings(await readSources(root, /^packages\/[^/]+\/src\/.*\.tsx?$/), LAYERS, EXCEPTIONS)),
};

/**
 * Imports that go up a layer, folders that import each other at any depth, folders in no layer, and product code that
 * imports test code. Type-only imports count. Tests and their support (`*.test.ts`, `testing/`) may import anything of
 * their package.
 */
export function layerFindings(files: Files, lists: LayerLists, exceptions: readonly Exception[]): readonly Finding[] {
  const product = [...files].filter(([file]) => !isTestCode(file));
  const all = product.flatMap(([file, text]) => edgesOf(file, importsOf(file, text), files));
  const isExcepted = ({ from, to }: Edge): boolean => exceptions.some((one) => one.from === from && one.to === to);
  const edges = all.filter((edge) => !isTestCode(edge.to) && !isExcepted(edge));
  const paths = product.map(([file]) => file);
  return [
    ...all
      .filter(({ to }) => isTestCode(to))
      .map(({ from, line, to }) => errorAt(from, line, `imports test code: ${to}`)),
    ...foldersOf(paths).flatMap((folder) => circlesIn(folder, edges)),
    ...sourcesOf(paths).flatMap((source) =>
      lists[source] === undefined ? [errorAt(LIST, 1, `no layers of ${source}`)] : [],
    ),
    ...Object.entries(lists).flatMap(([folder, layers]) => listFindings(folder, layers, paths, edges)),
    ...exceptionFindings(exceptions, all, lists),
  ];
}

function isTestCode(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/');
}

/** The `src` folders of packages that have files. */
function sourcesOf(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => path.split('/').slice(0, 3).join('/')))];
}

/** Every folder with files in it or below it, from `src` down. */
function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 3; depth < parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders].sort();
}

/** What a file belongs to inside a folder: the folder in it, the file itself directly below `src`, else `.`; null outside. */
function memberOf(folder: string, path: string): string | null {
  if (!path.startsWith(`${folder}/`)) return null;
  const [first = '', ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length > 0 || posix.basename(folder) === 'src' ? first : '.';
}

/** An import between two members of a folder. */
interface Crossing extends Edge {
  readonly own: string;
  readonly other: string;
}

function crossingsIn(folder: string, edges: readonly Edge[]): readonly Crossing[] {
  return edges.flatMap((edge) => {
    const [own, other] = [memberOf(folder, edge.from), memberOf(folder, edge.to)];
    return own === null || other === null || own === other ? [] : [{ ...edge, own, other }];
  });
}

function circlesIn(folder: string, edges: readonly Edge[]): readonly Finding[] {
  const crossings = crossingsIn(folder, edges);
  const graph = new Map(crossings.flatMap(({ own, other }) => [own, other]).map((name) => [name, new Set<string>()]));
  for (const { own, other } of crossings) graph.get(own)?.add(other);
  return findCycles(new Map([...graph].map(([name, others]) => [name, [...others]]))).flatMap((cycle) => {
    const inside = crossings.filter(({ own, other }) => cycle.includes(own) && cycle.includes(other));
    const [first] = inside;
    if (!first) return [];
    const pairs = new Map(inside.map(({ own, other, from, to }) => [`${own} → ${other}`, `${from} imports ${to}`]));
    const examples = [...pairs].map(([pair, example]) => `${pair}: ${example}`);
    return [
      errorAt(
        first.from,
        first.line,
        `folders of ${folder} import each other: ${cycle.join(', ')} (${examples.join('; ')})`,
      ),
    ];
  });
}

function listFindings(
  folder: string,
  layers: readonly Layer[],
  paths: readonly string[],
  edges: readonly Edge[],
): readonly Finding[] {
  const members = new Set(paths.flatMap((path) => memberOf(folder, path) ?? []));
  const listed = layers.flatMap(({ holds }) => holds);
  const place = new Map(layers.flatMap(({ holds }, index) => holds.map((name) => [name, index] as const)));
  const up = crossingsIn(folder, edges).flatMap(({ from, line, to, own, other }) => {
    const [low, high] = [place.get(own), place.get(other)];
    if (low === undefined || high === undefined || high <= low) return [];
    const names = `${layers[low]?.name ?? ''} must not import ${layers[high]?.name ?? ''}`;
    return [errorAt(from, line, `goes up a layer of ${folder}: ${names} (${to})`)];
  });
  return [
    ...[...members]
      .filter((name) => !place.has(name))
      .map((name) => errorAt(LIST, 1, `in no layer: ${folder}/${name}`)),
    ...listed.filter((name) => !members.has(name)).map((name) => errorAt(LIST, 1, `nothing is at ${folder}/${name}`)),
    ...listed
      .filter((name, index) => listed.indexOf(name) !== index)
      .map((name) => errorAt(LIST, 1, `in two layers: ${folder}/${name}`)),
    ...up,
  ];
}

function exceptionFindings(
  exceptions: readonly Exception[],
  edges: readonly Edge[],
  lists: LayerLists,
): readonly Finding[] {
  const byPackage = Map.groupBy(exceptions, ({ from }) => from.split('/')[1] ?? '');
  const tooMany = [...byPackage].flatMap(([name, { length }]) => {
    const most = MOST_EXCEPTIONS[name] ?? 0;
    return length > most ? [errorAt(LIST, 1, `${length} exceptions in ${name}, at most ${most}`)] : [];
  });
  const needless = exceptions.filter(({ from, to }) => {
    const edge = edges.find((one) => one.from === from && one.to === to);
    return edge === undefined || !Object.entries(lists).some(([folder, layers]) => goesUp(folder, layers, edge));
  });
  return [...tooMany, ...needless.map(({ from, to }) => errorAt(LIST, 1, `a needless exception: ${from} to ${to}`))];
}

function goesUp(folder: string, layers: readonly Layer[], edge: Edge): boolean {
  const placeOf = (path: string): number => {
    const member = memberOf(folder, path);
    return layers.findIndex(({ holds }) => member !== null && holds.includes(member));
  };
  const [low, high] = [placeOf(edge.from), placeOf(edge.to)];
  return low !== -1 && high > low;
}
