import { posix } from 'node:path';
import { builtinModules } from 'node:module';
import { findCycles } from './sources/cycles.ts';
import { errorAt, outcomeOf, warningAt, type Check, type Finding } from './finding.ts';
import { edgesOf, importsOf, type Import } from './sources/import-graph.ts';
import { readSources, type Files } from './sources/source-files.ts';

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

export const importsCheck: Check = {
  name: 'imports',
  run: async (root) => outcomeOf(importFindings(await readSources(root, /^packages\/[^/]+\/src\/.*\.tsx?$/))),
};

/**
 * Checks the direction of packages, circles of files, and forbidden imports of the pure packages. A circle inside one
 * folder is a warning, since functions may call each other. A circle over folders is an error.
 */
export function importFindings(files: Files): readonly Finding[] {
  const findings: Finding[] = [];
  const graph = new Map<string, readonly string[]>();
  for (const [file, text] of files) {
    const imports = importsOf(file, text);
    findings.push(...imports.flatMap((one) => judge(file, one)));
    graph.set(
      file,
      edgesOf(file, imports, files).map(({ to }) => to),
    );
  }
  for (const cycle of findCycles(graph)) {
    const folders = new Set(cycle.map((file) => posix.dirname(file)));
    const at = folders.size > 1 ? errorAt : warningAt;
    findings.push(at(cycle[0] ?? '', 1, `files import each other: ${cycle.join(', ')}`));
  }
  return findings;
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
