import type { Expression, Node } from '../../ir/expression.ts';
import { parseDecimal } from '../../values/decimal.ts';
import { isMap, type Scope, type Value } from '../../values/value.ts';
import type { Wire } from '../../wire/answers.ts';

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

/**
 * The same inside an expression, by the type of the node: compared with a number it is a number, with true or false one of these, and
 * blank where it is none. Everywhere else it is a text: numbers and booleans as they are written. Objects and lists are blank.
 */
export function foreignValue(node: Node, scope: Scope): Value {
  const said = foreignAt(node, scope);
  const text = typeof said === 'number' || typeof said === 'boolean' ? String(said) : said;
  if (typeof text !== 'string' || text === '') return null;
  if (node.type.kind === 'number') return parseDecimal(text);
  if (node.type.kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : null;
  return text;
}

/** What an expression is that names nothing but a value of another system; undefined for every other expression. */
export function saidBy({ tree }: Expression, scope: Scope): Wire | undefined {
  return tree !== null && isForeign(tree) ? foreignAt(tree, scope) : undefined;
}
