import type { Expression } from './expression.ts';
import type { Field } from './field.ts';

/** What a state means to people: each kind has its glyph, word and colour. */
export type StateKind = 'draft' | 'waiting' | 'active' | 'review' | 'done' | 'rejected' | 'cancelled';

/** A state; `final` has no way out, `locked` refuses changes by people. */
export interface State {
  readonly id: string;
  readonly kind: StateKind;
  readonly final: boolean;
  readonly locked: boolean;
  /** Roles that may update in this state; null means whoever may update at all. */
  readonly editableBy: readonly string[] | null;
}

/** A step from one state to another, pressed by people of the roles `by` while `when` holds. */
export interface Transition {
  readonly id: string;
  /** The states it leaves (`any` is spelled out); empty for `create`. */
  readonly from: readonly string[];
  /** A state, or `same`. */
  readonly to: string;
  readonly by: readonly string[];
  readonly when: Expression | null;
  readonly input: Readonly<Record<string, Field>>;
  /** In written order; each sees those before. */
  readonly set: readonly { readonly field: string; readonly value: Expression }[];
}

/** States in written order. The transition named `create` governs creation and is not pressed. */
export interface Lifecycle {
  readonly initial: string;
  readonly states: Readonly<Record<string, State>>;
  readonly transitions: Readonly<Record<string, Transition>>;
}
