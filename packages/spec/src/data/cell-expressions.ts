import type { Expression, Node, Type } from '@ninefold/model';

/** Checks an expression of a cell that must be of this kind; null where something is wrong (then reported). */
export type CheckCell = (source: string, kind: Type['kind']) => Expression | null;

/**
 * The same check, remembered: data files hold thousands of expressions that differ in whole numbers only
 * (`= now - days(3)`). One of each form is checked, the others are it with their own numbers.
 */
export function rememberForms(check: CheckCell): CheckCell {
  const known = new Map<string, Expression | null>();
  const templates = new Map<string, Expression>();
  return (source, kind) => {
    const key = `${kind} ${source}`;
    let expression = known.get(key);
    if (expression !== undefined) return expression;
    const form = formOf(source);
    expression = form === null ? check(source, kind) : fromTemplate(form, kind, source);
    known.set(key, expression);
    return expression;
  };

  function fromTemplate(form: Form, kind: Type['kind'], source: string): Expression | null {
    const key = `${kind} ${form.shape}`;
    const template = templates.get(key);
    if (template !== undefined) return withNumbers(template, source, form.numbers);
    const expression = check(source, kind);
    if (expression !== null && isTemplate(expression, form)) templates.set(key, expression);
    return expression;
  }
}

interface Form {
  /** The source with `#` for each whole number. */
  readonly shape: string;
  readonly numbers: readonly string[];
}

/** Null where a digit may be anything but a whole number of its own. */
function formOf(source: string): Form | null {
  if (/["'.#]|\d{13}|[A-Za-z_]\d|\d[A-Za-z_]|\b0\d/.test(source)) return null;
  const numbers = source.match(/\d+/g) ?? [];
  return { shape: source.replace(/\d+/g, '#'), numbers };
}

/** Whether the numbers of the tree are those of the source, in their order; only different ones can show that. */
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
