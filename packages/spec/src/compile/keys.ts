/** Every key of the language that the running version obeys, by the place where it stands. */
export const KEYS = {
  root: ['ninefold', 'purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'errors', 'limits'],
  purpose: ['name', 'does', 'audience', 'languages', 'time_zone', 'currency', 'terms'],
  entity: [
    ...['label', 'label_many', 'hint', 'title', 'key', 'pick', 'unique', 'no_overlap', 'groups', 'history', 'trash'],
    ...['fields', 'index'],
  ],
  uniqueness: ['fields', 'when'],
  noOverlap: ['from', 'to', 'per', 'when'],
  field: [
    ...['type', 'label', 'hint', 'example', 'required', 'required_when', 'visible_when', 'editable_when', 'default'],
    ...['min', 'max', 'unique', 'index', 'search', 'read_only', 'immutable', 'no_copy', 'closed'],
    ...['editable_when_locked', 'computed', 'copy', 'copy_if', 'discloses'],
  ],
  /** Fields of lines: what else the language has for fields is not enforced there yet. */
  lineField: [
    ...['type', 'label', 'hint', 'example', 'required', 'required_when', 'default', 'min', 'max', 'computed'],
  ],
  inputField: ['type', 'label', 'hint', 'example', 'required', 'required_when', 'default', 'min', 'max'],
  option: ['label'],
  lifecycle: ['initial', 'states', 'transitions'],
  state: ['label', 'kind', 'final', 'locked', 'editable_by'],
  transition: ['label', 'done', 'blocked', 'from', 'to', 'by', 'when', 'input', 'set'],
  branch: ['to', 'when'],
  derived: ['state', 'when'],
  notify: ['to', 'by', 'text'],
  fire: ['each', 'transition'],
  approvals: ['of', 'need', 'ordered', 'substitute'],
  onRefusal: ['set'],
  reaction: ['label', 'when', 'set', 'create', 'fire', 'notify', 'call', 'was'],
  calls: ['out', 'in'],
  outCall: ['label', 'method', 'url', 'secret', 'when', 'body', 'headers', 'retry', 'timeout', 'then', 'was'],
  inCall: ['label', 'creates', 'key', 'secret', 'map', 'was'],
  dated: ['from', 'value'],
  rule: ['when', 'check', 'reject_when', 'never', 'at', 'message', 'error', 'severity'],
  role: ['label', 'members', 'includes', 'runtime', 'apart'],
  grant: [
    'read',
    'refer',
    'create',
    'update',
    'delete',
    'history',
    'export',
    'update_to',
    'fields',
    'conditions',
    'grant',
    'discloses',
  ],
  fieldRight: ['create', 'read', 'update'],
  screen: ['label', 'path', 'roles'],
  block: ['label', 'count', 'list', 'where', 'columns', 'sort', 'rows'],
  section: ['label', 'fields', 'visible_when'],
  error: ['status', 'reaction', 'severity', 'message', 'cause', 'remedy'],
  limit: ['type', 'value', 'values', 'min', 'max', 'format', 'note', 'label'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Keys that a field has beside the common ones, by its type. */
export const TYPE_KEYS: Readonly<Record<string, readonly string[]>> = {
  string: ['format', 'pattern'],
  text: ['format'],
  choice: ['options'],
  choices: ['options'],
  sequence: ['pattern'],
  reference: ['to', 'inverse', 'on_delete', 'where'],
  references: ['to', 'inverse', 'where'],
  number: ['scale'],
  money: ['currency', 'scale'],
  percent: ['scale'],
  date: ['era'],
  datetime: ['era'],
  lines: ['fields'],
};

/** Keys that a screen has beside the common ones, by what it shows. */
export const SCREEN_KEYS = {
  blocks: ['blocks'],
  list: ['list', 'where', 'columns', 'sort', 'layouts'],
  record: ['record', 'sections', 'rest'],
  form: ['form', 'only', 'sections', 'preset', 'then'],
  page: ['page'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
