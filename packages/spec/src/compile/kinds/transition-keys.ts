import type { Transition } from '@ninefold/model';

/** A key that a transition may have. */
interface TransitionKeyDefinition {
  /** Typed and checked, and refused by name: the running version does not obey it. */
  readonly later: boolean;
  /** The member of the compiled transition that it writes; null where it writes texts, former ids, or nothing yet. */
  readonly writes: keyof Transition | null;
}

const runs = { later: false, writes: null } as const;
const later = { later: true, writes: null } as const;

/** The keys of a transition, in the order of the reference. */
export const TRANSITIONS = {
  label: runs,
  done: runs,
  blocked: runs,
  from: { ...runs, writes: 'from' },
  to: { ...runs, writes: 'to' },
  by: { ...runs, writes: 'by' },
  when: { ...runs, writes: 'when' },
  input: { ...runs, writes: 'input' },
  set: { ...runs, writes: 'set' },
  asks: { ...runs, writes: 'asks' },
  optional: { ...runs, writes: 'optional' },
  hidden: { ...runs, writes: 'hidden' },
  approvals: { ...runs, writes: 'approvals' },
  was: runs,
  after: { ...runs, writes: 'timer' },
  at: { ...runs, writes: 'timer' },
  notify: { ...runs, writes: 'effects' },
  create: { ...runs, writes: 'effects' },
  fire: { ...runs, writes: 'effects' },
  call: { ...runs, writes: 'effects' },
  on_refusal: { ...runs, writes: 'onRefusal' },
  restart: { ...runs, writes: 'restart' },
  print: later,
} as const satisfies Readonly<Record<string, TransitionKeyDefinition>>;

type TransitionKey = keyof typeof TRANSITIONS;

const ALL = Object.keys(TRANSITIONS) as readonly TransitionKey[]; // the keys of the table

/** Those that run. */
export const TRANSITION_KEYS: readonly TransitionKey[] = ALL.filter((key) => !TRANSITIONS[key].later);

/** Those that do not run yet. */
export const LATER_TRANSITION_KEYS: readonly TransitionKey[] = ALL.filter((key) => TRANSITIONS[key].later);

type LaterEffectKey = {
  [K in TransitionKey]: (typeof TRANSITIONS)[K] extends { readonly later: true; readonly writes: 'effects' }
    ? K
    : never;
}[TransitionKey];

/** The effects among them, which a reaction may have too. */
export const LATER_EFFECT_KEYS = LATER_TRANSITION_KEYS.filter(
  (key): key is LaterEffectKey => TRANSITIONS[key].writes === 'effects',
);
