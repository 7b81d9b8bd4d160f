import { posix } from 'node:path';
import { parseSync, Visitor, type CallExpression, type Expression, type Super } from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

/** What vitest registers for the file that runs at that moment. */
const REGISTERS: ReadonlySet<string> = new Set([
  ...['beforeAll', 'afterAll', 'beforeEach', 'afterEach', 'aroundAll', 'aroundEach'],
  ...['onTestFinished', 'onTestFailed', 'describe', 'suite', 'test', 'it', 'bench'],
]);

export const testSupportCheck: Check = {
  name: 'test-support',
  run: async (root) =>
    outcomeOf(testSupportFindings(await readSources(root, /^(?:packages\/[^/]+\/src|scripts|e2e|bench)\/.*\.tsx?$/))),
};

/** A call by name, and the function of the module's own level in which it stands. */
interface Called {
  readonly name: string;
  readonly line: number;
  /** `null` while the module loads; empty in a function without a name. */
  readonly within: string | null;
}

/** What a module imports and calls. */
interface Module {
  /** By the local name: the module and the name in it. */
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  readonly calls: readonly Called[];
}

/**
 * Files beside tests that register a hook or a test while they are loaded, themselves or by a function that does. Test files
 * share a process, which loads such a file once: its hooks would run for the first test file only.
 */
export function testSupportFindings(files: Files): readonly Finding[] {
  const modules = new Map(
    [...files].filter(([file]) => !/\.test\.tsx?$/.test(file)).map(([file, text]) => [file, moduleOf(file, text)]),
  );
  const registering = registeringOf(modules);
  return [...modules].flatMap(([file, { imports, calls }]) =>
    calls
      .filter(({ name, within }) => within === null && registers({ file, imports }, name, registering))
      .map(({ name, line }) =>
        errorAt(file, line, `${name}(…) registers hooks or tests when the file is loaded: let a function do it`),
      ),
  );
}

type Named = Pick<Module, 'imports'> & { readonly file: string };

/** The functions of all modules that register something when they are called, as `file name`. */
function registeringOf(modules: ReadonlyMap<string, Module>): ReadonlySet<string> {
  const found = new Set<string>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [file, { imports, calls }] of modules)
      for (const { name, within } of calls)
        if (within !== null && registers({ file, imports }, name, found)) found.add(`${file} ${within}`);
  }
  return found;
}

function registers({ file, imports }: Named, name: string, registering: ReadonlySet<string>): boolean {
  const imported = imports.get(name);
  if (imported === undefined) return registering.has(`${file} ${name}`);
  return imported.from === 'vitest'
    ? REGISTERS.has(imported.name)
    : registering.has(`${imported.from} ${imported.name}`);
}

function moduleOf(file: string, text: string): Module {
  const { module, program } = parseSync(file, text);
  const imports = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) => {
      const from = moduleRequest.value.startsWith('.')
        ? posix.join(posix.dirname(file), moduleRequest.value)
        : moduleRequest.value;
      return entries.map(
        (entry) => [entry.localName.value, { from, name: entry.importName.name ?? 'default' }] as const,
      );
    }),
  );
  const calls: Called[] = [];
  const names = new Map<number, string>();
  const around: string[] = [];
  const enter = (node: { readonly start: number }): void => void around.push(names.get(node.start) ?? '');
  const leave = (): void => void around.pop();
  new Visitor({
    FunctionDeclaration: (node) => {
      names.set(node.start, node.id?.name ?? '');
      enter(node);
    },
    'FunctionDeclaration:exit': leave,
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null) names.set(init.start, id.name);
    },
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    CallExpression: (node) => {
      const called = { name: calledBy(node), line: lineAt(text, node.start), within: around[0] ?? null };
      const last = calls.at(-1);
      const isSame = last?.name === called.name && last.line === called.line; // `test.each(…)` of `test.each(…)(…)`
      if (called.name !== null && !isSame) calls.push({ ...called, name: called.name });
    },
  }).visit(program);
  return { imports, calls };
}

/** The name before everything: `test` of `test.each(…)(…)`. */
function calledBy({ callee }: CallExpression): string | null {
  let part: Expression | Super = callee;
  while (part.type === 'MemberExpression' || part.type === 'CallExpression')
    part = part.type === 'MemberExpression' ? part.object : part.callee;
  return part.type === 'Identifier' ? part.name : null;
}
