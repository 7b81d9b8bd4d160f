import { posix } from 'node:path';
import { parseSync, type ParseResult } from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

export const documentedCheck: Check = {
  name: 'documented',
  run: async (root) => outcomeOf(documentedFindings(await readSources(root, /^packages\/[^/]+\/src\/.*\.tsx?$/))),
};

/** Names that the index.ts of a package exports, and that have no doc comment at their declaration. */
export function documentedFindings(files: Files): readonly Finding[] {
  const indexes = [...files.keys()].filter((file) => /^packages\/[^/]+\/src\/index\.ts$/.test(file));
  const findings = indexes.flatMap((index) => exportsOf(index, files, '*', new Set()));
  return [...new Map(findings.map((one) => [`${one.file}:${one.line}`, one])).values()];
}

/** `name` is an exported name, or `*` for all of them. */
function exportsOf(file: string, files: Files, name: string, seen: Set<string>): readonly Finding[] {
  const text = files.get(file);
  if (text === undefined || seen.has(`${file} ${name}`)) return [];
  seen.add(`${file} ${name}`);
  const parsed = parseSync(file, text);
  return parsed.module.staticExports.flatMap((statement) =>
    statement.entries.flatMap((entry) => {
      const exported = entry.exportName.name;
      if (name !== '*' && exported !== null && exported !== name) return [];
      if (entry.moduleRequest) {
        const target = posix.join(posix.dirname(file), entry.moduleRequest.value);
        return exportsOf(target, files, entry.importName.name ?? name, seen);
      }
      const local = entry.localName.name ?? exported ?? '';
      return undocumented(file, text, parsed, { local, start: statement.start });
    }),
  );
}

function undocumented(
  file: string,
  text: string,
  { comments, program }: ParseResult,
  { local, start }: { readonly local: string; readonly start: number },
): readonly Finding[] {
  const declaration = program.body.find((node) => node.start === start) ?? null;
  const isList = declaration?.type === 'ExportNamedDeclaration' && declaration.declaration === null;
  const at = isList
    ? (program.body.find((node) => declares(text.slice(node.start, node.end), local))?.start ?? start)
    : start;
  const before = comments.findLast((comment) => comment.end <= at);
  const documented = before?.value.startsWith('*') && text.slice(before.end, at).trim() === '';
  return documented
    ? []
    : [errorAt(file, lineAt(text, at), `${local} is handed out by the package and has no doc comment`)];
}

function declares(source: string, name: string): boolean {
  return new RegExp(`^(?:async )?(?:function|const|let|class|interface|type) ${name}\\b`).test(source);
}
