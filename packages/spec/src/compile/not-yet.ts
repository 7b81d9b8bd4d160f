import { LATER_TYPES } from './later-types.ts';

/**
 * The one list of what the language has and the running version does not enforce yet. A specification that uses
 * one of these refuses to start, by name and place. It shrinks with every step.
 */
export const NOT_YET_TYPES: readonly string[] = Object.keys(LATER_TYPES);

/** Keys, by the place where they stand. `false` as their value is no use of them. */
export const NOT_YET_KEYS = {
  root: ['calls'],
  purpose: ['scope'],
  field: ['accept', 'fields', 'translated', 'find', 'personal', 'sensitive'],
  lineField: [
    ...['visible_when', 'editable_when', 'unique', 'index', 'search', 'read_only', 'immutable', 'no_copy', 'closed'],
    ...['editable_when_locked', 'copy', 'copy_if', 'accept', 'fields', 'translated', 'sort_by', 'find', 'personal'],
    'sensitive',
  ],
  inputField: [
    ...['visible_when', 'editable_when', 'unique', 'index', 'search', 'read_only', 'immutable', 'no_copy', 'closed'],
    ...['editable_when_locked', 'computed', 'copy', 'copy_if', 'accept', 'fields', 'translated', 'sort_by', 'find'],
    ...['personal', 'sensitive', 'was', 'dropped'],
  ],
  option: [],
  entity: ['comments', 'scope'],
  uniqueness: [],
  lifecycle: ['derived', 'reactions', 'was'],
  state: [],
  transition: [
    ...['after', 'at', 'notify', 'create', 'fire', 'call', 'approvals', 'on_refusal', 'restart'],
    ...['print', 'draw'],
  ],
  rule: ['was'],
  role: ['scope'],
  grant: ['via', 'access', 'comment', 'print'],
  fieldRight: [],
  branch: [],
  derived: [],
  notify: [],
  fire: [],
  approvals: [],
  onRefusal: [],
  reaction: [],
  calls: [],
  outCall: [],
  inCall: [],
  dated: [],
  screen: ['was'],
  block: ['chart', 'table', 'group_by', 'show'],
  section: ['was'],
  error: ['was'],
  limit: ['editable_by', 'to', 'was'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Words that stand as values. */
export const NOT_YET_VALUES = {
  /** `history: false` of an entity. */
  history: ['false'],
  members: ['public'],
  to: ['previous'],
  layouts: ['board', 'calendar', 'cards', 'map', 'gantt'],
  limitTypes: ['reference', 'duration', 'time', 'choice'],
} as const;
