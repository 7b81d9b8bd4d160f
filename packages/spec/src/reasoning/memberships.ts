import type { Model, Node, Wire } from '@ninefold/model';
import { walk } from '../expressions/walk.ts';
import { pathOf } from './leaf.ts';
import { mapped } from '../expressions/mapped.ts';
import type { Assignment } from './world.ts';

/** The variable whose fields say of one text each whether it is in a list. */
export const MEMBER = 'member';

/** Lists of texts of which nothing is asked but whether some texts are in them: by path, the fields of `member` by text. */
export type Memberships = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Asks of each text by itself whether it is in a list, so that no choice of lists is needed: `"agent" in user.roles` and
 * `"clerk" in user.roles` are two values of true and false. `given` lists have values of their own.
 */
export function membershipsIn(trees: readonly Node[], given: Readonly<Record<string, readonly Wire[]>>): Memberships {
  const read = new Map<string, number>();
  const asked = new Map<string, string[]>();
  for (const tree of trees) {
    walk(tree, (node) => {
      const path = listPath(node);
      if (path !== null) read.set(path, (read.get(path) ?? 0) + 1);
      const test = testOf(node);
      if (test) asked.set(test.path, [...(asked.get(test.path) ?? []), test.text]);
    });
  }
  const found = [...asked].filter(([path, texts]) => texts.length === read.get(path) && !Object.hasOwn(given, path));
  return new Map(found.map(([path, texts]) => [path, new Map(texts.map((text) => [text, fieldOf(path, text)]))]));
}

/** A list of texts that a record itself has. */
function listPath(node: Node): string | null {
  const isList = node.node === 'field' && node.type.kind === 'list' && node.type.of.kind === 'text';
  return isList && node.of.node === 'variable' ? pathOf(node) : null;
}

function testOf(node: Node): { readonly path: string; readonly text: string } | null {
  const [text, list] = node.node === 'call' && node.fn === 'in' ? node.args : [];
  const path = list ? listPath(list) : null;
  return path !== null && text?.node === 'literal' && typeof text.value === 'string'
    ? { path, text: text.value }
    : null;
}

/** A name without dots. */
function fieldOf(path: string, text: string): string {
  return `${path.replaceAll('.', '/')}/${encodeURIComponent(text).replaceAll('.', '%2E')}`;
}

/** The tree with each test of a list as a value of its own; the same tree where it has none. */
export function withoutLists(tree: Node, memberships: Memberships): Node {
  if (memberships.size === 0) return tree;
  const known = rewritten.get(tree);
  const key = [...memberships.keys()].join();
  if (known?.key === key) return known.tree;
  const changed = mapped(tree, (node) => {
    const test = testOf(node);
    const name = test && memberships.get(test.path)?.get(test.text);
    return name === null || name === undefined ? null : memberNode(name);
  });
  rewritten.set(tree, { key, tree: changed });
  return changed;
}

/** The same goals come in many questions. */
const rewritten = new WeakMap<Node, { readonly key: string; readonly tree: Node }>();

const BOOLEAN = { kind: 'boolean' } as const;

function memberNode(name: string): Node {
  return { node: 'field', type: BOOLEAN, of: { node: 'variable', type: { kind: 'null' }, name: MEMBER }, name };
}

/** That nobody has two roles which exclude each other, as far as they are asked for. */
export function apartIn({ roles }: Model, memberships: Memberships): readonly Node[] {
  const asked = memberships.get('user.roles') ?? new Map<string, string>();
  return Object.values(roles).flatMap(({ id, apart }) =>
    apart.flatMap((other): readonly Node[] => {
      const [one, two] = [asked.get(id), asked.get(other)];
      if (one === undefined || two === undefined || id === other) return [];
      const both: Node = { node: 'call', type: BOOLEAN, fn: 'and', args: [memberNode(one), memberNode(two)] };
      return [{ node: 'call', type: BOOLEAN, fn: 'not', args: [both] }];
    }),
  );
}

/** An example with lists again in the place of what was asked of their members. */
export function withLists(example: Assignment, memberships: Memberships): Assignment {
  const values = new Map([...example].filter(([path]) => !path.startsWith(`${MEMBER}.`)));
  for (const [path, texts] of memberships) {
    const names = [...texts].filter(([, name]) => example.has(`${MEMBER}.${name}`));
    if (names.length === 0) continue;
    values.set(
      path,
      names.filter(([, name]) => example.get(`${MEMBER}.${name}`) === true).map(([text]) => text),
    );
  }
  return values;
}
