import { parseSync, Visitor } from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

/** Globals that model and spec must not touch: the clock, randomness, the machine, the network, the page. */
const FORBIDDEN = new Set([
  'process',
  'performance',
  'crypto',
  'fetch',
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'setTimeout',
  'setInterval',
  'console',
]);
const FORBIDDEN_MEMBERS = new Set(['Date.now', 'Math.random', 'globalThis.process', 'globalThis.crypto']);

export const pureCheck: Check = {
  name: 'pure',
  run: async (root) =>
    outcomeOf(pureFindings(await readSources(root, /^packages\/(model|spec)\/src\/(?!.*\.test\.ts$).*\.ts$/))),
};

/** Uses of the clock, randomness and the machine in files that must be pure functions of their parameters. */
export function pureFindings(files: Files): readonly Finding[] {
  return [...files].flatMap(([file, text]) => findingsOf(file, text));
}

function findingsOf(file: string, text: string): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (start: number, what: string): void => {
    findings.push(errorAt(file, lineAt(text, start), `${what} has no place in a pure package: take it as a parameter`));
  };
  const own = new Set<string>();
  new Visitor({
    ImportSpecifier: (node) => void own.add(node.local.name),
    VariableDeclarator: (node) => void (node.id.type === 'Identifier' && own.add(node.id.name)),
    MemberExpression: (node) => {
      if (node.computed || node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return;
      const name = `${node.object.name}.${node.property.name}`;
      if (FORBIDDEN_MEMBERS.has(name)) add(node.start, name);
      else if (FORBIDDEN.has(node.object.name) && !own.has(node.object.name)) add(node.start, node.object.name);
    },
    CallExpression: (node) => {
      if (node.callee.type !== 'Identifier' || own.has(node.callee.name)) return;
      if (FORBIDDEN.has(node.callee.name)) add(node.start, node.callee.name);
      if (node.callee.name === 'Date') add(node.start, 'Date()');
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
        add(node.start, 'new Date()');
      }
    },
  }).visit(parseSync(file, text).program);
  return findings;
}
