/**
 * What stands in the way of a decision: a function or a value that no finite choice stands for, the clock beside named
 * days, the cost, values that an example needs and that could not be worked out, the steps to it, or what others change.
 */
export interface Reason {
  readonly kind: 'function' | 'value' | 'clock' | 'cost' | 'example' | 'steps' | 'approvals' | 'elsewhere';
  /** Of the function or value, of the clock, or of what changes elsewhere; empty where there is none. */
  readonly name: string;
  /** The part of the condition that could not be decided, as an author would write it; empty where it is all of them. */
  readonly expression: string;
}
