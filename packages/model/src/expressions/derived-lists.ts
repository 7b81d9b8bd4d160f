const PREFIX = 'did.';

/** The list that every record has of who fired one of its transitions, as trees, records and paths name it. */
export function didList(transition: string): string {
  return `${PREFIX}${transition}`;
}

/** The transition whose list this name is; null for any other name. No field has a name with a dot. */
export function transitionOfDid(name: string): string | null {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null;
}

/**
 * The lists that every record of a tree has (`tree:` of its entity), as paths name them; no field can have such a name.
 * Ancestors begin with the parent, descendants with the children.
 */
export const TREE_LISTS = { ancestors: 'ancestors()', descendants: 'descendants()' } as const;
