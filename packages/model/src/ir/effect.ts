import type { Expression } from './expression.ts';

/** A value for a field. */
export interface FieldValue {
  readonly field: string;
  readonly value: Expression;
}

/** A value for a field of a record that an effect makes; for `lines`, a list of lines written out. */
export type EffectValue = FieldValue | { readonly field: string; readonly lines: readonly (readonly FieldValue[])[] };

/** Ways to notify people. */
export type NotifyBy = 'inbox' | 'email';

/**
 * What a transition or reaction does beside changing its record, in the same transaction, as `system`.
 * `each`: once for every item of a list (or for one reference), blanks skipped; the item is `each` in the values.
 */
export type Effect =
  | {
      readonly effect: 'create';
      readonly entity: string;
      readonly each: Expression | null;
      readonly values: readonly EffectValue[];
    }
  | { readonly effect: 'fire'; readonly each: Expression; readonly entity: string; readonly transition: string }
  | { readonly effect: 'notify'; readonly to: Expression; readonly by: readonly NotifyBy[] }
  | { readonly effect: 'call'; readonly call: string };

/** Effects that happen when a write or the clock turns `when` from false to true. */
export interface EntityReaction {
  readonly id: string;
  readonly when: Expression;
  readonly set: readonly FieldValue[];
  readonly effects: readonly Effect[];
}
