import type { Node } from '../../ir/expression.ts';

/** True where a value that may be blank comes from `user`: in a guarded comparison its blank decides nothing. */
export function isUserSide(node: Node): boolean {
  return node.type.kind !== 'boolean' && mentionsUser(node);
}

/** True where `user`, or a macro's variable over a list of `user` (which is named `user.x` in the tree), stands anywhere. */
export function mentionsUser(node: Node): boolean {
  switch (node.node) {
    case 'literal':
      return false;
    case 'variable':
      return node.name === 'user' || node.name.startsWith('user.');
    case 'field':
      return mentionsUser(node.of);
    case 'list':
      return node.items.some(mentionsUser);
    case 'call':
      return node.args.some(mentionsUser);
    case 'macro':
      return mentionsUser(node.list) || mentionsUser(node.body);
  }
}
