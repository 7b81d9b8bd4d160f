import { posix } from 'node:path';
import { builtinModules } from 'node:module';
import { parseSync } from 'oxc-parser';
import { findCycles } from './cycles.ts';
import { errorAt, outcomeOf, warningAt, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './source-files.ts';

/** Which of our packages each may import. Type-only imports count. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  spec: ['model'],
  server: ['model', 'spec'],
  web: ['model'],
  cli: ['model', 'spec', 'server'],
};

/** Packages that run in the browser and on the server alike: no Node, clock and randomness are parameters. */
const PURE = new Set(['model', 'spec']);
const BROWSER = new Set(['web']);
const NAMES: Readonly<Record<string, string>> = { ninefold: 'cli' };

interface Import {
  readonly specifier: string;
  readonly line: number;
}

export const importsCheck: Check = {
  name: 'imports',
  run: async (root) => outcomeOf(importFindings(await readSources(root, /^packages\/[^/]+\/src\/.*\.tsx?$/))),
};

/**
 * Direction of packages, circles of files, and what the pure packages must not import. A circle inside one folder
 * is a warning (functions that call each other by nature); one that leaves its folder is an error.
 */
export function importFindings(files: Files): readonly Finding[] {
  const findings: Finding[] = [];
  const graph = new Map<string, readonly string[]>();
  for (const [file, text] of files) {
    const imports = importsOf(file, text);
    findings.push(...imports.flatMap((one) => judge(file, one)));
    graph.set(file, targetsIn(file, imports, files));
  }
  for (const cycle of findCycles(graph)) {
    const folders = new Set(cycle.map((file) => posix.dirname(file)));
    const at = folders.size > 1 ? errorAt : warningAt;
    findings.push(at(cycle[0] ?? '', 1, `files import each other: ${cycle.join(', ')}`));
  }
  return findings;
}

function importsOf(file: string, text: string): readonly Import[] {
  const { module } = parseSync(file, text);
  const found = [
    ...module.staticImports.map((one) => one.moduleRequest),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest ?? [])),
    ...module.dynamicImports.map((one) => one.moduleRequest),
  ];
  return found.map((request) => ({
    specifier: text.slice(request.start, request.end).replace(/^['"`]|['"`]$/g, ''),
    line: lineAt(text, request.start),
  }));
}

function judge(file: string, { specifier, line }: Import): readonly Finding[] {
  const own = packageOf(file);
  const isTest = /\.test\.tsx?$/.test(file);
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(file), specifier);
    if (packageOf(target) === own) return [];
    return [errorAt(file, line, `a relative import leaves the package: ${specifier}`)];
  }
  if (!isTest && (PURE.has(own) || BROWSER.has(own)) && isBuiltin(specifier)) {
    return [errorAt(file, line, `${own} must not import Node: ${specifier}`)];
  }
  const target = ourPackage(specifier);
  if (target === null || target === own || MAY_IMPORT[own]?.includes(target)) return [];
  return [errorAt(file, line, `${own} must not import ${target} (${specifier})`)];
}

function targetsIn(file: string, imports: readonly Import[], files: Files): readonly string[] {
  const targets = imports
    .filter((one) => one.specifier.startsWith('.'))
    .map((one) => posix.join(posix.dirname(file), one.specifier));
  return [...new Set(targets)].filter((target) => files.has(target));
}

function packageOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function ourPackage(specifier: string): string | null {
  const scoped = /^@ninefold\/([^/]+)/.exec(specifier)?.[1];
  return scoped ?? NAMES[specifier.split('/')[0] ?? ''] ?? null;
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}
