import { posix } from 'node:path';
import { parseSync, Visitor, type ParseResult } from 'oxc-parser';
import { errorAt, outcomeOf, warningAt, type Check, type Finding } from './finding.ts';
import { KINDS } from './kinds.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

/** Lines; at `warn` a warning, above `fail` an error. */
const FILE = { warn: 300, fail: 500 };
const TEST_FILE = { warn: 500, fail: 800 };
const FUNCTION = { warn: 40, fail: 80 };
/** Source files of one folder, without tests. */
const MOST_FILES = 20;
/** A function with more parameters takes an object. */
const MOST_PARAMETERS = 4;
const VAGUE_FOLDERS = /(?:^|\/)(?:utils?|helpers?|common|misc|shared|lib)\//;
const KEBAB_CASE = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

export const shapeCheck: Check = {
  name: 'shape',
  run: async (root) =>
    outcomeOf(
      shapeFindings(
        await readSources(root, /^(?:packages\/[^/]+\/(?:src\/|[^/]+$)|scripts\/|e2e\/|bench\/)?[^.][^]*\.tsx?$/),
      ),
    ),
};

/** Size, names and forms of source files, and how many stand in one folder. */
export function shapeFindings(files: Files): readonly Finding[] {
  return [
    ...folderFindings(files),
    ...[...files].flatMap(([file, text]) => [
      ...nameFindings(file),
      ...lengthFindings(file, text),
      ...formFindings(file, text, parseSync(file, text)),
    ]),
  ];
}

/**
 * Folders with too many source files. Tests do not count, nor do fixtures, which are data. In a folder with a registry the
 * files that are named after a kind do not count either: their number is that of the kinds.
 */
function folderFindings(files: Files): readonly Finding[] {
  const sources = [...files.keys()].filter((file) => !/\.test\.tsx?$|\/fixtures\//.test(file));
  return [...Map.groupBy(sources, (file) => posix.dirname(file))].flatMap(([folder, own]) => {
    const hasRegistry = own.includes(`${folder}/registry.ts`);
    const counted = own.filter((file) => !hasRegistry || !isNamedAfterKind(file));
    const [first] = counted;
    if (first === undefined || counted.length <= MOST_FILES) return [];
    return [errorAt(first, 1, `${folder} has ${counted.length} files; ${MOST_FILES} is the end: part it by subject`)];
  });
}

function isNamedAfterKind(file: string): boolean {
  const name = posix.basename(file).replace(/\.tsx?$/, '');
  return KINDS.some(({ listed, names }) => listed && names.has(name));
}

function nameFindings(file: string): readonly Finding[] {
  const findings: Finding[] = [];
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.tsx?$/, '');
  if (!KEBAB_CASE.test(name)) findings.push(errorAt(file, 1, 'file names are kebab-case'));
  const vague = VAGUE_FOLDERS.exec(file)?.[0];
  if (vague) findings.push(errorAt(file, 1, `a folder is a subject, not "${vague.replaceAll('/', '')}"`));
  return findings;
}

function lengthFindings(file: string, text: string): readonly Finding[] {
  const limit = /\.test\.tsx?$/.test(file) ? TEST_FILE : FILE;
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > limit.fail) return [errorAt(file, 1, `${lines} lines; ${limit.fail} is the end`)];
  return lines > limit.warn ? [warningAt(file, 1, `${lines} lines; aim under 150`)] : [];
}

interface Spanned {
  readonly start: number;
  readonly end: number;
}

function formFindings(file: string, text: string, { program, errors }: ParseResult): readonly Finding[] {
  if (errors.length > 0) return errors.map((error) => errorAt(file, 1, error.message));
  const findings: Finding[] = [];
  const measure = (node: Spanned): void => {
    const lines = lineAt(text, node.end) - lineAt(text, node.start) + 1;
    const line = lineAt(text, node.start);
    if (lines > FUNCTION.fail)
      findings.push(errorAt(file, line, `a function of ${lines} lines; ${FUNCTION.fail} is the end`));
    else if (lines > FUNCTION.warn) findings.push(warningAt(file, line, `a function of ${lines} lines; aim under 20`));
  };
  const isTest = /\.test\.tsx?$/.test(file);
  const count = (node: Spanned & { readonly params: readonly unknown[] }): void => {
    const { length } = node.params;
    if (length > MOST_PARAMETERS && !isTest)
      findings.push(
        errorAt(file, lineAt(text, node.start), `${length} parameters; from ${MOST_PARAMETERS + 1} on an object`),
      );
  };
  const judge = (node: Spanned & { readonly params: readonly unknown[] }): void => {
    measure(node);
    count(node);
  };
  new Visitor({
    FunctionDeclaration: judge,
    FunctionExpression: judge,
    ArrowFunctionExpression: (node) => void (isTest || judge(node)),
    TSMethodSignature: count,
    TSFunctionType: count,
    TSEnumDeclaration: (node) =>
      void findings.push(errorAt(file, lineAt(text, node.start), 'no enum: a union of texts')),
  }).visit(program);
  return findings;
}
