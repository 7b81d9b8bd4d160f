import { CALL_KINDS } from '../kinds/calls.ts';
import { TRANSITION_KEYS } from '../kinds/transition-keys.ts';

/** Every key that the running version obeys, by the place where it may be written. */
export const KEYS = {
  root: ['ninefold', 'purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits'],
  purpose: ['name', 'does', 'audience', 'languages', 'time_zone', 'currency', 'terms'],
  entity: [
    ...[
      'label',
      'label_many',
      'new',
      'hint',
      'title',
      'key',
      'pick',
      'unique',
      'no_overlap',
      'groups',
      'history',
      'trash',
    ],
    ...['fields', 'index', 'tree', 'comments', 'was', 'dropped'],
  ],
  comments: ['internal'],
  uniqueness: ['fields', 'when'],
  noOverlap: ['from', 'to', 'per', 'when', 'name', 'message', 'error'],
  field: [
    ...['type', 'label', 'hint', 'example', 'required', 'required_when', 'visible_when', 'editable_when', 'default'],
    ...['min', 'max', 'unique', 'index', 'search', 'read_only', 'immutable', 'no_copy', 'closed'],
    ...['editable_when_locked', 'computed', 'copy', 'copy_if', 'discloses', 'translated', 'was', 'dropped'],
  ],
  /** Fields of lines: what else the language has for fields is not enforced there yet. */
  lineField: [
    ...['type', 'label', 'hint', 'example', 'required', 'required_when', 'default', 'min', 'max', 'computed'],
    ...['read_only', 'no_copy', 'was', 'dropped'],
  ],
  /** What is said of an object as a whole; its parts take it over. */
  objectField: [
    ...['type', 'label', 'hint', 'fields', 'required', 'required_when', 'visible_when', 'editable_when', 'read_only'],
    ...['immutable', 'no_copy', 'closed', 'editable_when_locked', 'discloses', 'was', 'dropped'],
  ],
  partField: [
    ...['type', 'label', 'hint', 'example', 'required', 'required_when', 'visible_when', 'default', 'min', 'max'],
    ...['unique', 'index', 'search', 'computed', 'copy', 'copy_if', 'was', 'dropped'],
  ],
  inputField: ['type', 'label', 'hint', 'example', 'required', 'required_when', 'default', 'min', 'max', 'was'],
  option: ['label', 'tone', 'glyph', 'was'],
  lifecycle: ['initial', 'states', 'transitions', 'derived', 'reactions', 'dropped', 'was'],
  state: ['label', 'kind', 'final', 'locked', 'editable_by', 'was'],
  transition: TRANSITION_KEYS,
  branch: ['to', 'when'],
  derived: ['state', 'when'],
  notify: ['to', 'by', 'text'],
  fire: ['each', 'transition'],
  approvals: ['of', 'need', 'ordered', 'substitute', 'escalate'],
  escalate: ['after', 'to'],
  onRefusal: ['set'],
  reaction: ['label', 'when', 'every', 'once', 'set', 'create', 'fire', 'was'],
  every: ['days', 'weekday', 'month_day', 'nth', 'at', 'skip'],
  calls: CALL_KINDS,
  outCall: ['label', 'method', 'url', 'secret', 'when', 'body', 'headers', 'retry', 'timeout', 'then', 'was'],
  inCall: ['label', 'creates', 'key', 'secret', 'map', 'was'],
  dated: ['from', 'value'],
  rule: ['when', 'check', 'reject_when', 'never', 'at', 'message', 'error', 'severity', 'was'],
  role: ['label', 'members', 'includes', 'runtime', 'apart', 'home', 'was'],
  grant: [
    'read',
    'refer',
    'create',
    'update',
    'delete',
    'comment',
    'history',
    'export',
    'import',
    'update_to',
    'fields',
    'conditions',
    'via',
    'grant',
    'discloses',
  ],
  fieldRight: ['create', 'read', 'update'],
  screen: ['label', 'path', 'roles', 'icon', 'was'],
  block: ['label', 'count', 'list', 'where', 'columns', 'sort', 'rows', 'roles', 'visible_when'],
  section: ['label', 'fields', 'related', 'columns', 'sort', 'create', 'visible_when', 'was'],
  error: ['status', 'reaction', 'severity', 'message', 'cause', 'remedy', 'was'],
  limit: ['type', 'value', 'values', 'min', 'max', 'format', 'options', 'scale', 'to', 'note', 'label', 'was'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Keys that a screen has beside the common ones, by what it shows. */
export const SCREEN_KEYS = {
  blocks: ['blocks'],
  list: ['list', 'where', 'columns', 'sort', 'layouts', 'create'],
  record: ['record', 'sections', 'rest'],
  form: ['form', 'only', 'sections', 'preset', 'then'],
  page: ['page'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
