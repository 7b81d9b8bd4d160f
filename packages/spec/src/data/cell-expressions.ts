import type { Expression, Node, Type } from '@ninefold/model';
import type { Spot } from '../located.ts';

/**
 * Checks an expression of a cell, whose value must be of this kind. Null where something is wrong, which is reported at
 * its spot.
 */
export type CheckCell = (source: string, kind: Type['kind'], spot: () => Spot) => Expression | null;

/**
 * The same check with a memory. Data files hold thousands of expressions that differ only in whole numbers, such as `=
 * now - days(3)`. One of each form is checked; the others get its tree with their own numbers.
 */
export function rememberForms(check: CheckCell): CheckCell {
  const kinds = new Map<Type['kind'], Known>();
  return (source, kind, spot) => {
    const known = kinds.get(kind) ?? { expressions: new Map(), templates: new Map() };
    kinds.set(kind, known);
    let expression = known.expressions.get(source);
    if (expression !== undefined) return expression;
    const form = formOf(source);
    const template = form === null ? undefined : known.templates.get(form.shape);
    if (form !== null && template !== undefined) expression = withNumbers(template, source, form.numbers);
    else {
      expression = check(source, kind, spot);
      if (form !== null && expression !== null && isTemplate(expression, form))
        known.templates.set(form.shape, expression);
    }
    known.expressions.set(source, expression);
    return expression;
  };
}

/** Checked expressions: by source, and by form where the form serves other sources. */
interface Known {
  readonly expressions: Map<string, Expression | null>;
  readonly templates: Map<string, Expression>;
}

interface Form {
  /** The source with `#` for each whole number. */
  readonly shape: string;
  readonly numbers: readonly string[];
}

/** Null where a digit may be a part of something else than a whole number. */
function formOf(source: string): Form | null {
  if (/["'.#]|\d{13}|[A-Za-z_]\d|\d[A-Za-z_]|\b0\d/.test(source)) return null;
  const numbers: string[] = [];
  const shape = source.replace(/\d+/g, (number) => {
    numbers.push(number);
    return '#';
  });
  return { shape, numbers };
}

/** Whether the numbers of the tree are those of the source in the same order. Only numbers that differ can prove it. */
function isTemplate(expression: Expression, { numbers }: Form): boolean {
  if (expression.tree === null || new Set(numbers).size < numbers.length) return false;
  const found: string[] = [];
  mapNumbers(expression.tree, (number) => {
    found.push(number);
    return number;
  });
  return found.join(' ') === numbers.join(' ');
}

function withNumbers(expression: Expression, source: string, numbers: readonly string[]): Expression {
  let next = 0;
  const tree = expression.tree && mapNumbers(expression.tree, () => numbers[next++] ?? '0');
  return { ...expression, source: source.replace(/^\s*=\s*/, ''), tree };
}

function mapNumbers(node: Node, change: (number: string) => string): Node {
  switch (node.node) {
    case 'literal':
      return node.type.kind === 'number' && typeof node.value === 'string'
        ? { ...node, value: change(node.value) }
        : node;
    case 'call':
      return { ...node, args: node.args.map((arg) => mapNumbers(arg, change)) };
    case 'list':
      return { ...node, items: node.items.map((item) => mapNumbers(item, change)) };
    case 'field':
      return { ...node, of: mapNumbers(node.of, change) };
    case 'macro':
      return { ...node, list: mapNumbers(node.list, change), body: mapNumbers(node.body, change) };
    case 'variable':
      return node;
  }
}
