/**
 * The lists that every record of a tree has (`tree:` of its entity), as paths name them; no field can have such a name.
 * Ancestors begin with the parent, descendants with the children.
 */
export const TREE_LISTS = { ancestors: 'ancestors()', descendants: 'descendants()' } as const;
