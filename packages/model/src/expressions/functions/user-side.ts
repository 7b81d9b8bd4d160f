import type { Node } from '../../ir/expression.ts';
import { isForeign } from './foreign.ts';

/** True where a value that may be blank comes from whoever asks, `user` or another system: in a guarded comparison its blank decides nothing. */
export function isUserSide(node: Node): boolean {
  return (node.type.kind !== 'boolean' || isForeign(node)) && mentions(node, (name) => isUser(name) || name === 'body');
}

/** True where `user`, or a macro's variable over a list of `user` (which is named `user.x` in the tree), stands anywhere. */
export function mentionsUser(node: Node): boolean {
  return mentions(node, isUser);
}

function isUser(name: string): boolean {
  return name === 'user' || name.startsWith('user.');
}

function mentions(node: Node, isMeant: (variable: string) => boolean): boolean {
  switch (node.node) {
    case 'literal':
      return false;
    case 'variable':
      return isMeant(node.name);
    case 'field':
      return mentions(node.of, isMeant);
    case 'list':
      return node.items.some((item) => mentions(item, isMeant));
    case 'call':
      return node.args.some((arg) => mentions(arg, isMeant));
    case 'macro':
      return mentions(node.list, isMeant) || mentions(node.body, isMeant);
  }
}
