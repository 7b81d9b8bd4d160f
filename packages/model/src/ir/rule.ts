import type { Expression } from './expression.ts';

declare const application: unique symbol;

/** An id that the specification gives to one of its errors: no text is one by chance, only what the compiler has found written (`applicationError`). */
export type ApplicationErrorId = string & { readonly [application]: true };

/**
 * What must hold of a record or, with `lines`, of each line of that field.
 * `check` must hold where `when` holds; `reject_when` and `never` are compiled to a negated `check`.
 */
export interface Rule {
  readonly id: string;
  readonly lines: string | null;
  readonly when: Expression | null;
  readonly check: Expression;
  /** `reject` and `never`: `check` holds the forbidden condition, and the rule fails where it is true. */
  readonly sense: 'check' | 'reject' | 'never';
  /** The field that shows it. */
  readonly at: string | null;
  readonly severity: 'error' | 'warning';
  /** Id in the error catalogue: `<entity>.<rule>`, or the entry it shares. */
  readonly error: ApplicationErrorId;
}
