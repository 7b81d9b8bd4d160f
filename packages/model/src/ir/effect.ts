import type { OutRequest } from './call.ts';
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
  /** `text`: the key of its text, which an application may leave out. */
  | { readonly effect: 'notify'; readonly to: Expression; readonly by: readonly NotifyBy[]; readonly text: string }
  | { readonly effect: 'call'; readonly call: string; readonly request: OutRequest };

/** The calendar of a reaction: exactly one of `days`, `weekdays` and `monthDay` says on which days it fires. */
export interface Every {
  /** Every so many days, counted from 1 January 1970; else null. */
  readonly days: number | null;
  /** Monday is 1; else empty. */
  readonly weekdays: readonly number[];
  /** A month that is shorter takes its last day; else null. */
  readonly monthDay: number | 'last' | null;
  /** Only the first, second, … of these weekdays in a month; null: each. */
  readonly nth: number | 'last' | null;
  /** Local time, `08:00`. */
  readonly at: string;
  /** Days that move to the next one that is not in this list; it reads limits only. */
  readonly skip: Expression | null;
}

/** Effects that happen when a write or the clock turns `when` from false to true, or by a calendar while it holds. */
export interface EntityReaction {
  readonly id: string;
  /** Without a record where it fires `once`. */
  readonly when: Expression;
  /** What makes it fire: a write that turns `when`, the clock that does, or a calendar. */
  readonly turnedBy: 'write' | 'clock' | 'calendar';
  /** Null where `turnedBy` is not `calendar`. */
  readonly every: Every | null;
  /** By the calendar once, instead of for each record for which `when` holds. */
  readonly once: boolean;
  readonly set: readonly FieldValue[];
  readonly effects: readonly Effect[];
}
