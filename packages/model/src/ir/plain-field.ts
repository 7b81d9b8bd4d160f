/** What every field has, all of it off: the base of fields that nobody wrote. */
export const PLAIN_FIELD = {
  required: false,
  requiredWhen: null,
  visibleWhen: null,
  editableWhen: null,
  default: null,
  min: null,
  max: null,
  unique: false,
  index: false,
  search: false,
  readOnly: false,
  immutable: false,
  noCopy: false,
  closed: false,
  sensitive: false,
  editableWhenLocked: false,
  language: null,
  personal: false,
  sortBy: null,
  computed: null,
  copy: null,
} as const;

/** What every reference to one record has beside `id`, `to` and `inverse`. */
export const PLAIN_REFERENCE = {
  ...PLAIN_FIELD,
  type: 'reference',
  onDelete: 'restrict',
  where: null,
  find: null,
  alsoTo: [],
  toLines: null,
} as const;
