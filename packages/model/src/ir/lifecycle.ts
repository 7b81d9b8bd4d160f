import type { Effect, FieldValue } from './effect.ts';
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
  /** Roles that may update in this state; null: every role with the right to update. */
  readonly editableBy: readonly string[] | null;
}

/** A state, where `when` holds; the first of a list that holds is taken. */
export interface Branch {
  readonly to: string;
  /** Null: always. */
  readonly when: Expression | null;
}

/** When a transition fires by itself: a duration `after` the state was entered, or `at` a moment. */
export interface Timer {
  readonly kind: 'after' | 'at';
  readonly value: Expression;
}

/** Who may approve in the place of those whose press is still missing some time after the record entered the state. */
export interface Escalation {
  /** A duration of the record, after which it happens. */
  readonly after: Expression;
  /** The user who may approve in the place of `approver` from then on, or several. */
  readonly to: Expression;
}

/** The people whose approval a transition needs before it fires. */
export interface Approvals {
  /** The users who are asked, evaluated at each press: without blanks, inactive users, and who created the record. One may stand there twice. */
  readonly of: Expression;
  readonly need: 'all' | 'any' | number;
  /** One after the other, in the order of `of`. */
  readonly ordered: boolean;
  /** The user who may approve in the place of `approver`, or several. */
  readonly substitute: Expression | null;
  /** Null: those who are asked are awaited for as long as it takes. */
  readonly escalate: Escalation | null;
  /** Whether `user` may press now. */
  readonly press: Expression;
  /** Whether `user` is somebody in whose place their deputies may press now. */
  readonly deputised: Expression;
}

/** A step from one state to another, fired by people of the roles `by` while `when` holds. */
export interface Transition {
  readonly id: string;
  /** The states it leaves (`any` is spelled out); empty for `create`. */
  readonly from: readonly string[];
  /** A state, `same`, or `previous`; where `branches` are written, the state of the last. */
  readonly to: string;
  /** Empty where `to` says it all. */
  readonly branches: readonly Branch[];
  readonly by: readonly string[];
  readonly when: Expression | null;
  readonly input: Readonly<Record<string, Field>>;
  /** In written order; each sees those before. */
  readonly set: readonly FieldValue[];
  /** Null: people fire it, or the effect `fire` does. */
  readonly timer: Timer | null;
  /** `same` starts running timers again. */
  readonly restart: boolean;
  readonly approvals: Approvals | null;
  /** Nobody's next step: a record waits for nobody because of it, and its button is never the primary one. */
  readonly optional: boolean;
  /** It has no button while `when` does not hold. */
  readonly hidden: boolean;
  /** Ids of the fields of the record that its dialog asks for. They are sent along as changes of the record. */
  readonly asks: readonly string[];
  readonly effects: readonly Effect[];
  /** Written although a person is refused the transition. */
  readonly onRefusal: readonly FieldValue[];
}

/** States in written order. The transition named `create` governs creation and has no button. */
export interface Lifecycle {
  readonly initial: string;
  readonly states: Readonly<Record<string, State>>;
  readonly transitions: Readonly<Record<string, Transition>>;
  /** Instead of transitions: the first whose `when` holds is the state. Empty: transitions decide. */
  readonly derived: readonly Branch[];
}
