import { RUNTIME_RIGHTS } from '../compile/administrator.ts';
import { METHODS } from '../compile/calls.ts';
import { NOTIFY_BY } from '../compile/effects.ts';
import { REACTIONS } from '../compile/errors.ts';
import { TYPE_BUILDERS, STRING_FORMATS, TEXT_FORMATS, ON_DELETE } from '../compile/field-types.ts';
import { FIELD_RIGHT_WORDS } from '../compile/field-rights.ts';
import { LIMIT_TYPES } from '../compile/limits.ts';
import { NOT_YET_TYPES, NOT_YET_VALUES } from '../compile/not-yet.ts';
import { STATE_KINDS } from '../compile/states.ts';

/** The words that may stand as values, taken from where they are read. */
export const WORDS = {
  fieldTypes: [...Object.keys(TYPE_BUILDERS), ...NOT_YET_TYPES],
  formats: [...STRING_FORMATS, ...TEXT_FORMATS],
  onDelete: ON_DELETE,
  stateKinds: STATE_KINDS,
  severities: ['error', 'warning'],
  members: ['everyone', ...NOT_YET_VALUES.members],
  runtimeRights: RUNTIME_RIGHTS,
  fieldRights: FIELD_RIGHT_WORDS,
  layouts: ['table', ...NOT_YET_VALUES.layouts],
  reactions: REACTIONS,
  notifyBy: NOTIFY_BY,
  methods: METHODS,
  limitTypes: [...LIMIT_TYPES, ...NOT_YET_VALUES.limitTypes],
} as const satisfies Readonly<Record<string, readonly string[]>>;
