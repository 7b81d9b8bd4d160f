import { DISTINCT, type Node } from '@ninefold/model';

const BETWEEN: Readonly<Record<string, string>> = {
  ...{ and: '&&', or: '||', eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=', in: 'in' },
  ...{ add: '+', sub: '-', mul: '*', div: '/', mod: '%' },
};

const LONGEST = 200;

/** A part of an expression as an author would write it, cut where it is long; empty for none. */
export function nodeText(node: Node | null): string {
  const text = node === null ? '' : textOf(node, false);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function textOf(node: Node, isInside: boolean): string {
  switch (node.node) {
    case 'literal':
      return node.value === null ? 'null' : node.type.kind === 'text' ? JSON.stringify(node.value) : String(node.value);
    case 'variable':
      return node.name;
    case 'field': {
      const isRole = node.of.node === 'variable' && node.of.name === 'users_with';
      return isRole ? `users_with(${node.name})` : `${textOf(node.of, true)}.${node.name}`;
    }
    case 'list':
      return `[${node.items.map((item) => textOf(item, false)).join(', ')}]`;
    case 'macro':
      return `${textOf(node.list, true)}.${node.fn}(${node.variable}, ${textOf(node.body, false)})`;
    case 'call':
      return callText(node, isInside);
  }
}

function callText({ fn, args }: Extract<Node, { readonly node: 'call' }>, isInside: boolean): string {
  const parts = args.map((arg) => textOf(arg, true));
  if (fn === DISTINCT) return parts[0] ?? ''; // nobody writes it: the people of approvals, each once
  const sign = Object.hasOwn(BETWEEN, fn) && parts.length > 1 ? BETWEEN[fn] : undefined;
  if (sign !== undefined) return isInside ? `(${parts.join(` ${sign} `)})` : parts.join(` ${sign} `);
  if (fn === 'not' || fn === 'neg') return `${fn === 'not' ? '!' : '-'}${parts[0] ?? ''}`;
  if (fn === 'if') return `(${parts[0] ?? ''} ? ${parts[1] ?? ''} : ${parts[2] ?? ''})`;
  return `${fn}(${args.map((arg) => textOf(arg, false)).join(', ')})`;
}
