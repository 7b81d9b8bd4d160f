import { type Entity, type Field, isLines, isMany, type Rights } from '@ninefold/model';
import { canEver, canEverRead, MOST_FACET_VALUES } from '@ninefold/model';
import type { Json, JsonSchema } from './json-schema.ts';

/** Names of the parameters that many calls share, in the document's components. */
export const SHARED_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of the record, or its key.',
    schema: { type: 'string' },
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that the change was made on; a newer record is refused unless other fields changed.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,15}(-[\\w-]{1,60})?")$' },
    example: '"1"',
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags of what is known already: where one of them still holds, the answer is 304 without a body.',
    schema: { type: 'string', maxLength: 2000 },
    example: '"1-x"',
  },
  once: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A name for this write: sent again with the same body it is answered again and not made again.',
    schema: { type: 'string', pattern: '^[!-~]{1,200}$', maxLength: 200 },
  },
  expand: {
    name: 'expand',
    in: 'query',
    description:
      'References, as `category` or `category.team`, to be answered as the records that they name; they are shown whatever `select` says.',
    schema: { type: 'string', maxLength: 2000 },
    example: 'created_by',
  },
  where: {
    name: 'where',
    in: 'query',
    description: 'An expression over `record` that must hold.',
    schema: { type: 'string' },
    example: "record.created_at < now && record.id != ''",
  },
  screen: {
    name: 'screen',
    in: 'query',
    description:
      'Screens and blocks of this entity that are open to the caller, as `desk` or `home.late`, separated by commas: only records that all of them show.',
    schema: { type: 'string', maxLength: 2000 },
  },
  waiting: {
    name: 'waiting',
    in: 'query',
    description:
      'Only records of which it is the turn of the caller (`me`), as "My work" counts them, or is by one life cycle (`me.state`, `me.delivery`).',
    schema: { type: 'string', pattern: '^(?:anyone|me(?:\\.\\w+)?)$', default: 'anyone' },
  },
  due: {
    name: 'due',
    in: 'query',
    description:
      'Only records to which something happens by itself in these days: until a day (`today`, `7d` from today, `2026-12-01`), or between two (`2026-12-01..7d`). Timers whose moment the caller may not read do not count.',
    schema: { type: 'string', maxLength: 30 },
    example: '7d',
  },
  awaited: {
    name: 'awaited',
    in: 'query',
    description: 'Only records whose approval is awaited: from the caller (`me`), or from anyone.',
    schema: { type: 'string', enum: ['me', 'anyone'] },
  },
  stuck: {
    name: 'stuck',
    in: 'query',
    description:
      'Only records of which a rule refuses what a timer does, or whose approvals nobody is left to give, for callers with the right `operate`.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  },
  search: {
    name: 'search',
    in: 'query',
    description: 'Words to look for in the searched fields.',
    schema: { type: 'string', maxLength: 2000 },
    example: 'a',
  },
  search_in: {
    name: 'search_in',
    in: 'query',
    description:
      'Where the words are looked for: in the searched fields (`texts`), or also in what lists of this entity show in their columns (`columns`): the titles of other records, and the labels of options.',
    schema: { type: 'string', enum: ['texts', 'columns'], default: 'texts' },
  },
  size: { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 }, example: 25 },
  page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000000 }, example: 1 },
  after: {
    name: 'after',
    in: 'query',
    description: 'The key that the page before gave as `next`.',
    schema: { type: 'string' },
  },
  total: {
    name: 'total',
    in: 'query',
    description: 'Count exactly, up to a limit, or not at all.',
    schema: { type: 'string', enum: ['exact', 'capped', 'none'], default: 'capped' },
  },
  facets: {
    name: 'facets',
    in: 'query',
    description: `Fields with options, fields that are true or false, references, \`state\` and \`created_by\`: how many records each value has is answered beside the page, counted without the filters of that field. At most eight; of a reference the ${String(MOST_FACET_VALUES)} records that most have.`,
    schema: { type: 'string', maxLength: 2000 },
  },
  trash: {
    name: 'trash',
    in: 'query',
    description: 'The deleted records instead.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  },
};

const GROUPED =
  'In groups of these values instead (at most three): fields, `state`, `created_by`, `changed_by`, `:month` or `:year` behind a date; nothing for one group of all. `select` names what is worked out of each then: `count`, and `sum`, `avg`, `min` or `max` of a field (`sum:cost`); `sort` names of `group`, or `count`.';

/** Refers to one of the shared parameters. */
export function parameterRef(name: keyof typeof SHARED_PARAMETERS): Json {
  return { $ref: `#/components/parameters/${name}` };
}

const LIST_SHARED = [
  'expand',
  'where',
  'screen',
  'waiting',
  'due',
  'awaited',
  'stuck',
  'search',
  'search_in',
  'size',
  'page',
  'after',
  'total',
  'facets',
  'trash',
] as const;

const FORMAT: Json = {
  name: 'format',
  in: 'query',
  description:
    'Every record that may be exported as a file; without `size`, `page`, `after`, `total`, `facets` and `expand`.',
  schema: { type: 'string', enum: ['csv', 'jsonl', 'xlsx', 'zip'] },
};

const FORM: Json = {
  name: 'for',
  in: 'query',
  description:
    'With `format` `csv` or `xlsx`, whom the file is for. `import`: ids of fields and values as calls carry them, to be imported again. `people`: exactly the fields of `select` in their order, under their labels and with values as they are read in the language of the answer; the file is named after the list that `screen` names first, and the day.',
  schema: { type: 'string', enum: ['import', 'people'], default: 'import' },
};

/** Only these fields of a record. */
export const SELECT: Json = {
  name: 'select',
  in: 'query',
  description: 'Only these fields.',
  schema: { type: 'string' },
  example: 'created_at',
};

/** The parameters of a list: the shared ones, and those that name fields. */
export function listParameters(entity: Entity, rights: Rights): readonly Json[] {
  const readable = Object.keys(entity.fields).filter((field) => canEverRead(rights, entity, field));
  const first = readable[0] ?? 'created_at';
  const sortable = readable.filter((field) => isOne(entity.fields[field]));
  const names = { type: 'string', pattern: '^-?[a-z][a-z0-9_.]*(,-?[a-z][a-z0-9_.]*)*$' };
  return [
    ...LIST_SHARED.map(parameterRef),
    {
      name: 'sort',
      in: 'query',
      description: `Fields, \`-\` before one for descending: ${sortable.join(', ')}, or those of every record.`,
      schema: names,
      example: `-${sortable[0] ?? 'created_at'}`,
    },
    {
      name: 'select',
      in: 'query',
      description: 'Only these fields.',
      schema: { type: 'string' },
      example: first,
    },
    {
      name: 'group',
      in: 'query',
      description: GROUPED,
      schema: { type: 'string', maxLength: 2000 },
      example: 'created_by',
    },
    ...(canEver(rights, entity.id, 'export') ? [FORMAT, FORM] : []),
    ...[...SYSTEM, ...(entity.lifecycle ? STATE : [])].map(filter),
    ...readable.filter((field) => isFiltered(entity.fields[field])).map(filter),
  ];
}

const SYSTEM = ['id', 'created_at', 'created_by', 'changed_at', 'changed_by'];
const STATE = ['state', 'state_since'];

/** Whether a field has one value, which is stored. */
function isOne(field: Field | undefined): boolean {
  return field !== undefined && !isMany(field.type) && field.computed?.live !== true;
}

/** Whether every operator has a meaning for a field: lines have none, what is worked out at each read has `eq` only. */
function isFiltered(field: Field | undefined): boolean {
  return field !== undefined && !isLines(field) && field.computed?.live !== true;
}

/** One simple filter, `f.<field>=<op>:<value>`; several must all hold. */
function filter(field: string): Json {
  return {
    name: `f.${field}`,
    in: 'query',
    description: 'An operator and, after a colon, a value; several values of `in` are parted by commas.',
    schema: { type: 'string', pattern: '^((eq|ne|lt|le|gt|ge|in|has):|(blank|filled)(:|$))' },
    example: 'filled',
  };
}
