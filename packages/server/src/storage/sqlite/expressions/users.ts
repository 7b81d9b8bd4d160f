import type { Node } from '@ninefold/model';

/** True where `user`, or a macro's variable over a list of `user` (named `user.x`), stands anywhere in the tree. */
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
