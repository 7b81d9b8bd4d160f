import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { lineAt, type Files } from './source-files.ts';

/** One import as it is written: of values or of types, a re-export, or `import(…)`. */
export interface Import {
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
}

/** A relative import of another file of the set. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** Every import of a file in the order of kinds: static, re-exports, `import(…)` as a call and as a type. */
export function importsOf(file: string, text: string): readonly Import[] {
  const { module, program } = parseSync(file, text);
  const found = [
    ...module.staticImports.map((one) => one.moduleRequest),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest ?? [])),
    ...module.dynamicImports.map((one) => one.moduleRequest),
  ];
  if (/\bimport\(/.test(text)) new Visitor({ TSImportType: ({ source }) => void found.push(source) }).visit(program);
  return found.map((request) => ({
    specifier: text.slice(request.start, request.end).replace(/^['"`]|['"`]$/g, ''),
    line: lineAt(text, request.start),
  }));
}

/** The imports of a file that lead to files which were read, each target once. */
export function edgesOf(file: string, imports: readonly Import[], files: Files): readonly Edge[] {
  const edges = imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, line }) => ({ from: file, to: posix.join(posix.dirname(file), specifier), line }))
    .filter(({ to }) => files.has(to));
  return [...new Map(edges.toReversed().map((edge) => [edge.to, edge])).values()].toReversed();
}
