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
 * Who has pressed a transition with approvals: `by`, with those whose deputies did so in their place, and `for` whom they did. Presses that a transition
 * has voided do not count. `escalated`: those who had not pressed in time, of whom it is empty until then.
 */
export interface PressList {
  readonly kind: 'by' | 'for' | 'escalated';
  readonly transition: string;
}

/** The name of such a list, as trees, records and answers have it: `awaits/approve/pressed`. No field has a name with a stroke. */
export function pressList({ kind, transition }: PressList): string {
  return `awaits/${transition}/${NAMES[kind]}`;
}

const NAMES = { by: 'pressed', for: 'pressed_for', escalated: 'escalated' } as const;
const KINDS = ['by', 'for', 'escalated'] as const;

/** The list that every user has of the people whose deputy they are today, as trees, records and paths name it; no field can have such a name. */
export const STANDS_FOR = 'stands_for()';

/** The variable over whose press is missing: such a list is open to whoever reads the record, whatever its conditions read. */
export const AWAITED = '_awaited';

/** The list of presses that this name is; null for any other name. */
export function pressesOf(name: string): PressList | null {
  const [, transition, word] = /^awaits\/(\w+)\/(\w+)$/.exec(name) ?? [];
  const kind = KINDS.find((one) => NAMES[one] === word);
  return transition === undefined || kind === undefined ? null : { kind, transition };
}

/**
 * The lists that every record of a tree has (`tree:` of its entity), as paths name them; no field can have such a name.
 * Ancestors begin with the parent, descendants with the children.
 */
export const TREE_LISTS = { ancestors: 'ancestors()', descendants: 'descendants()' } as const;
