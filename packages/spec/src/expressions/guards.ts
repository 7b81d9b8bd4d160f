import type { Node } from '@ninefold/model';

/** Name in the tree of a macro's variable that runs over a list of `user`. */
export function userLocal(name: string): string {
  return `user.${name}`;
}

/** True where a value that may be blank comes from `user`: blank, it must open no door. */
export function readsUser(node: Node): boolean {
  return node.type.kind !== 'boolean' && mentionsUser(node);
}

/** True where `user` stands anywhere in the tree. */
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
