import { LATER_CALL_KINDS } from '../kinds/calls.ts';
import { LATER_LIMIT_TYPES } from '../kinds/limit-types.ts';
import { LATER_TYPES } from '../kinds/later-types.ts';
import { LATER_EFFECT_KEYS, LATER_TRANSITION_KEYS } from '../kinds/transition-keys.ts';

/**
 * The one list of what the language has and the running version does not enforce yet. A specification that uses one of
 * these does not start; the check names it with its place.
 */
export const NOT_YET_TYPES: readonly string[] = Object.keys(LATER_TYPES);

/** Keys, by the place where they may be written. A key with the value `false` counts as not used. */
export const NOT_YET_KEYS = {
  root: [],
  purpose: ['scope'],
  field: ['fields', 'personal', 'sensitive'],
  lineField: ['personal', 'sensitive'],
  objectField: ['personal', 'sensitive'],
  partField: ['personal', 'sensitive'],
  inputField: ['personal', 'sensitive'],
  option: [],
  entity: ['scope'],
  uniqueness: [],
  lifecycle: [],
  state: [],
  transition: LATER_TRANSITION_KEYS,
  rule: [],
  role: ['scope'],
  grant: ['access', 'print'],
  fieldRight: [],
  branch: [],
  derived: [],
  notify: [],
  fire: [],
  approvals: [],
  escalate: [],
  onRefusal: [],
  reaction: LATER_EFFECT_KEYS,
  every: [],
  calls: LATER_CALL_KINDS,
  outCall: [],
  inCall: [],
  dated: [],
  screen: [],
  block: [],
  board: [],
  calendar: [],
  gantt: [],
  map: [],
  section: [],
  error: [],
  limit: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Words that are values of a key. */
export const NOT_YET_VALUES = {
  members: ['public'],
  limitTypes: LATER_LIMIT_TYPES,
} as const;
