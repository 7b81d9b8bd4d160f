import { parseSync, type Expression } from 'oxc-parser';

/** How a field of a foreign condition is kept here. */
export type Kind = 'boolean' | 'number' | 'string' | 'date' | 'lines';

/** A field of a foreign condition, by its id here. */
export interface ForeignField {
  readonly id: string;
  readonly kind: Kind;
}

type Fields = ReadonlyMap<string, ForeignField>;

/** A condition of a foreign application, in our language: `eval:` and JavaScript, or the name of a field that has to be filled. */
export function converted(condition: string, fields: Fields): string {
  const named = fields.get(`doc.${condition}`);
  if (named?.kind === 'lines') return `size(record.${named.id}) != 0`; // a field alone has to be filled
  const source = condition.startsWith('eval:') ? condition.slice('eval:'.length) : `doc.${condition}`;
  const { program, errors } = parseSync('condition.js', `(${source.trim().replace(/;$/, '')})`);
  const [statement] = program.body;
  if (errors.length > 0 || statement?.type !== 'ExpressionStatement') throw new Error(`no expression: ${condition}`);
  return truth(statement.expression, fields);
}

function fieldOf(node: Expression, fields: Fields): ForeignField | null {
  const path = pathOf(node);
  return path === null ? null : (fields.get(path) ?? null);
}

function pathOf(node: Expression): string | null {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ParenthesizedExpression') return pathOf(node.expression);
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return null;
  const object = node.object.type === 'Super' ? null : pathOf(node.object);
  return object === null ? null : `${object}.${node.property.name}`;
}

const TRUTH: Readonly<Record<Kind, (path: string) => string>> = {
  boolean: (path) => path,
  number: (path) => `(filled(${path}) && ${path} != 0)`,
  string: (path) => `filled(${path})`,
  date: (path) => `filled(${path})`,
  lines: () => 'true', // an empty list is true in JavaScript
};

/** A part as a truth value, as JavaScript converts it. */
function truth(node: Expression, fields: Fields): string {
  const field = fieldOf(node, fields);
  if (field !== null) return TRUTH[field.kind](`record.${field.id}`);
  switch (node.type) {
    case 'ParenthesizedExpression':
      return truth(node.expression, fields);
    case 'Literal':
      return node.value ? 'true' : 'false';
    case 'UnaryExpression':
      if (node.operator === '!') return `!(${truth(node.argument, fields)})`;
      break;
    case 'LogicalExpression':
      return `(${truth(node.left, fields)} ${node.operator} ${truth(node.right, fields)})`;
    case 'ConditionalExpression':
      return `(${[node.test, node.consequent, node.alternate].map((part) => truth(part, fields)).join('|')})`
        .replace('|', ' ? ')
        .replace('|', ' : ');
    case 'BinaryExpression':
      return comparison(node, fields);
    case 'CallExpression':
      return membership(node, fields) ?? `(${value(node, fields)} != 0)`;
    case 'MemberExpression': {
      const text = value(node, fields);
      return text.startsWith('size(') ? `(${text} != 0)` : `filled(${text})`;
    }
    default:
  }
  throw new Error(`no condition: ${node.type}`);
}

type Binary = Extract<Expression, { type: 'BinaryExpression' }>;
const OPERATORS: Readonly<Record<string, string>> = { '===': '==', '!==': '!=', '==': '==', '!=': '!=' };

function comparison({ left, right, operator }: Binary, fields: Fields): string {
  if (left.type === 'PrivateIdentifier') throw new Error('private name');
  const sign = OPERATORS[operator] ?? operator;
  const isSame = sign === '==';
  const inside = left.type === 'CallExpression' && pathEnd(left.callee) === 'indexOf' ? membership(left, fields) : null;
  if (inside !== null) return isSame ? `!(${inside})` : inside; // against -1
  if (left.type === 'UnaryExpression' && left.operator === '!' && right.type === 'Literal') {
    return isSame === (Number(right.value) === 1) ? truth(left, fields) : `!(${truth(left, fields)})`;
  }
  const [field, other] = fieldOf(left, fields) ? [fieldOf(left, fields), right] : [fieldOf(right, fields), left];
  if (field?.kind === 'boolean' && other.type === 'Literal') {
    const isTrue = Number(other.value) === 1;
    return isSame === isTrue ? `record.${field.id}` : `!record.${field.id}`;
  }
  return `${value(left, fields)} ${sign} ${value(right, fields)}`;
}

function value(node: Expression, fields: Fields): string {
  const field = fieldOf(node, fields);
  if (field !== null) return `record.${field.id}`;
  if (node.type === 'ParenthesizedExpression') return value(node.expression, fields);
  if (node.type === 'Literal') return node.value === null || node.value === '' ? 'null' : JSON.stringify(node.value);
  if (node.type === 'UnaryExpression' && node.operator === '-') return `-${value(node.argument, fields)}`;
  if (node.type === 'LogicalExpression' && node.operator === '||') {
    return `or_else(${value(node.left, fields)}, ${value(node.right, fields)})`; // of texts: an empty one is blank
  }
  if (node.type === 'ArrayExpression')
    return `[${node.elements.map((item) => value(item as Expression, fields)).join(', ')}]`;
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'flt') {
    return value(node.arguments[0] as Expression, fields);
  }
  if (node.type === 'MemberExpression' && node.object.type !== 'Super') return member(node, fields);
  throw new Error(`no value: ${node.type}`);
}

/** `list.length`, and a field of one item of a list. */
function member(node: Extract<Expression, { type: 'MemberExpression' }>, fields: Fields): string {
  const name = !node.computed && node.property.type === 'Identifier' ? node.property.name : '';
  const list = fieldOf(node.object as Expression, fields);
  if (name === 'length' && list?.kind === 'lines') return `size(record.${list.id})`;
  const item = node.object;
  if (item.type === 'MemberExpression' && item.computed && name !== '') {
    const of = fieldOf(item.object as Expression, fields);
    if (of?.kind === 'lines') return `first(record.${of.id}).${name}`;
  }
  throw new Error(`no member: ${name}`);
}

/** `in_list(list, x)` both ways round, `list.includes(x)`, `list.indexOf(x)`. */
function membership(node: Extract<Expression, { type: 'CallExpression' }>, fields: Fields): string | null {
  const args = node.arguments as readonly Expression[];
  const name = node.callee.type === 'Identifier' ? node.callee.name : pathEnd(node.callee);
  if (name === 'in_list') {
    const [a, b] = args;
    if (!a || !b) return null;
    const [list, one] = a.type === 'ArrayExpression' ? [a, b] : [b, a];
    return `${value(one, fields)} in ${value(list, fields)}`;
  }
  if (!['includes', 'indexOf'].includes(name) || node.callee.type !== 'MemberExpression' || !args[0]) return null;
  return `${value(args[0], fields)} in ${value(node.callee.object as Expression, fields)}`;
}

function pathEnd(node: Expression): string {
  return node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier'
    ? node.property.name
    : '';
}
