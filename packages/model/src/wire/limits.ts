import type { DatedValue, LimitHeld } from '../ir/limit.ts';
import type { ReferenceValue } from './answers.ts';

/** What a limit is set to: one value, or values from a day on where the limit has days. */
export interface LimitSent {
  readonly value?: LimitHeld | ReferenceValue;
  readonly values?: readonly Pick<DatedValue, 'from' | 'value'>[];
  /** The version that was seen: the limit is not set where somebody has set it since. */
  readonly version?: number;
  /** The warnings that are confirmed. */
  readonly confirm?: readonly string[];
}

/** `GET /api/_limits`: the limits of the specification. */
export interface LimitsAnswer {
  readonly items: readonly LimitAnswer[];
}

/** A limit as it is. `values` stand in place of `value` where it changes on days. */
export interface LimitAnswer {
  readonly id: string;
  readonly type: string;
  readonly value?: LimitHeld;
  readonly values?: readonly Pick<DatedValue, 'from' | 'value'>[];
  /** How often it was set while the application ran; 0: as the specification says. */
  readonly version: number;
  /** Whether the caller may set it. */
  readonly editable: boolean;
}

/** One time that a limit was set. */
export interface LimitSet {
  readonly version: number;
  readonly at: string;
  readonly by: ReferenceValue;
  /** What it was set to. */
  readonly value?: LimitHeld;
  readonly values?: readonly Pick<DatedValue, 'from' | 'value'>[];
}

/** `GET /api/_limits/<id>`: a limit with what it was set to, the last first, and with what is worked out from it. */
export interface LimitPage extends LimitAnswer {
  /** What the specification says, where the limit was set to something else. */
  readonly specified: Pick<LimitSet, 'value' | 'values'> | null;
  readonly history: readonly LimitSet[];
  readonly uses: LimitUses;
}

/** What reads a limit, as far as the caller may see it. */
export interface LimitUses {
  readonly items: readonly LimitUse[];
  /** Places that the caller does not see. */
  readonly others: number;
}

/** When a new value of a limit acts: at each read, at the next write that asks for it, or on what waits already. */
export type LimitEffect = 'at_once' | 'from_now_on' | 'planned_anew';

/** One place that reads a limit. */
export interface LimitUse {
  /** Null: a screen. */
  readonly entity: string | null;
  readonly kind: 'field' | 'rule' | 'transition' | 'timer' | 'reaction' | 'rights' | 'period' | 'screen';
  /** Id of the field, the rule, the transition or the screen; null where the place has none. */
  readonly id: string | null;
  readonly effect: LimitEffect;
  /** How many records wait for the timer now. */
  readonly waiting?: number;
}
