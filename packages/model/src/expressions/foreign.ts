import type { Expression, Node } from '../ir/expression.ts';
import { isMap } from '../values/value.ts';
import type { Scope } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

/** The variables that hold what another system said: they have every name. */
const FOREIGN = ['body', 'answer'] as const;

/** See `FOREIGN`. */
type Foreign = (typeof FOREIGN)[number];

function isForeignName(name: string): name is Foreign {
  return (FOREIGN as readonly string[]).includes(name); // the same list of texts
}

/** Whether a part of an expression is a value of another system: `answer.order.id`. */
export function isForeign(node: Node): boolean {
  if (node.node !== 'field') return false;
  return node.of.node === 'variable' ? isForeignName(node.of.name) : isForeign(node.of);
}

/** What another system said at this place, as it said it; null where it said nothing there. */
export function foreignAt(node: Node, scope: Scope): Wire {
  if (node.node === 'variable') return isForeignName(node.name) ? (scope[node.name] ?? null) : null;
  if (node.node !== 'field') return null;
  const holder = foreignAt(node.of, scope);
  return isMap(holder) && Object.hasOwn(holder, node.name) ? (holder[node.name] ?? null) : null;
}

/** The same inside an expression, where it is a text: numbers and booleans as they are written, objects and lists are blank. */
export function foreignText(node: Node, scope: Scope): string | null {
  const said = foreignAt(node, scope);
  if (typeof said === 'string') return said === '' ? null : said;
  return typeof said === 'number' || typeof said === 'boolean' ? String(said) : null;
}

/** What an expression is that names nothing but a value of another system; undefined for every other expression. */
export function saidBy({ tree }: Expression, scope: Scope): Wire | undefined {
  return tree !== null && isForeign(tree) ? foreignAt(tree, scope) : undefined;
}
