import { type ErrorEntry, type Model, RUNTIME_ERRORS, type RuntimeErrorId } from '@ninefold/model';
import { schemaRef, type Json, type JsonSchema } from './json-schema.ts';
import { ownEntries } from './shared-components.ts';

/** The kinds of calls. */
export type CallKind =
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'transition'
  | 'history'
  | 'due'
  | 'approvals'
  | 'related'
  | 'offers'
  | 'comments'
  | 'comment'
  | 'say'
  | 'edit_comment'
  | 'take_back'
  | 'withdraw'
  | 'bulk'
  | 'batch'
  | 'import'
  | 'in_call';

const PERSON: readonly RuntimeErrorId[] = ['signed_out', 'bad_key', 'forbidden'];
const EVERY: readonly RuntimeErrorId[] = [
  'bad_parameter',
  'bad_request',
  'fault',
  'took_too_long',
  'stopping',
  'other_specification',
  'storage_away',
  'storage_full',
  'storage_damaged',
];
const NAMED: readonly RuntimeErrorId[] = ['not_found'];
const WRITE: readonly RuntimeErrorId[] = [
  'forged',
  'forbidden_field',
  'not_json',
  'wrong_media_type',
  'too_large',
  'too_slow',
  'invalid',
  'confirm_warnings',
  'key_reused',
  'busy',
  'storage_read_only',
];
const CHANGE: readonly RuntimeErrorId[] = [...NAMED, ...WRITE, 'changed_meanwhile', 'locked', 'limit_not_shown'];

const CODES: Readonly<Record<CallKind, readonly RuntimeErrorId[]>> = {
  list: ['bad_where', 'where_too_large', 'xlsx_too_large', 'too_many_requests', 'overloaded'],
  related: [...NAMED, 'bad_where', 'where_too_large', 'xlsx_too_large', 'too_many_requests', 'overloaded'],
  offers: [...NAMED, 'too_many_requests', 'overloaded'],
  get: NAMED,
  history: NAMED,
  due: NAMED,
  approvals: NAMED,
  comments: NAMED,
  comment: NAMED,
  say: [...NAMED, ...WRITE],
  edit_comment: [...NAMED, ...WRITE, 'changed_meanwhile', 'not_your_comment', 'comment_too_old', 'comment_taken_back'],
  take_back: [...NAMED, 'forged', 'key_reused', 'changed_meanwhile', 'not_your_comment', 'busy', 'storage_read_only'],
  withdraw: [...NAMED, 'forged', 'key_reused', 'unknown_transition', 'no_press', 'busy', 'storage_read_only'],
  create: [...WRITE, 'limit_not_shown', 'no_next_state', 'guard_failed', 'not_your_role'],
  update: [...CHANGE, 'not_your_role'],
  delete: [...CHANGE, 'in_use', 'effect_refused', 'held_by_limit', 'not_your_role'],
  restore: [...CHANGE, 'in_use'],
  bulk: [
    ...WRITE,
    'too_many_requests',
    'overloaded',
    'bad_where',
    'where_too_large',
    'unknown_transition',
    'not_your_role',
    'list_changed',
    'writes_refused',
  ],
  batch: [...WRITE, 'writes_refused'],
  import: [
    'forged',
    'wrong_media_type',
    'too_large',
    'too_slow',
    'key_reused',
    'unknown_entity',
    'not_a_table',
    'xlsx_too_large',
    'writes_refused',
    'busy',
    'storage_read_only',
  ],
  transition: [
    ...CHANGE,
    'unknown_transition',
    'changed_since_seen',
    'wrong_state',
    'no_next_state',
    'guard_failed',
    'not_your_role',
    'not_your_press',
    'already_pressed',
    'too_few_approvers',
    'press_changes_nothing',
  ],
  in_call: [
    ...NAMED,
    'wrong_secret',
    'wrong_signature_time',
    'secret_not_set',
    'too_many_requests',
    'not_json',
    'wrong_media_type',
    'too_large',
    'too_slow',
    'no_call_key',
    'several_found',
    'invalid',
    'forbidden_field',
    'limit_not_shown',
    'no_next_state',
    'wrong_state',
    'guard_failed',
    'not_your_role',
    'busy',
    'storage_read_only',
  ],
};

const WRITES: ReadonlySet<CallKind> = new Set([
  'create',
  'update',
  'delete',
  'restore',
  'transition',
  'bulk',
  'batch',
  'in_call',
]);

/** Codes of rules and of the specification's own entries, with which a write may be refused. */
function refusalsOf(model: Model, kind: CallKind): readonly ErrorEntry[] {
  return WRITES.has(kind) ? ownEntries(model).filter(({ severity }) => severity === 'error') : [];
}

/** The refusals of one kind of call: a response for each status, with the codes that it can carry. */
export function errorResponses(model: Model, kind: CallKind): Readonly<Record<string, Json>> {
  const asked = kind === 'in_call' ? EVERY : [...PERSON, ...EVERY];
  const known = [...new Set([...asked, ...CODES[kind]])].flatMap((code) => RUNTIME_ERRORS[code] ?? []);
  const byStatus = Map.groupBy([...known, ...refusalsOf(model, kind)], ({ status }) => String(status));
  return Object.fromEntries(
    [...byStatus].toSorted().map(([status, entries]) => [status, response(entries.map(({ id }) => id))]),
  );
}

function response(codes: readonly string[]): JsonSchema {
  const [code = ''] = codes;
  return {
    description: `Refused: ${codes.map((one) => `\`${one}\``).join(', ')}.`,
    content: {
      'application/problem+json': {
        schema: { allOf: [schemaRef('Problem'), { properties: { code: { enum: codes } } }] },
        example: {
          type: `/_/errors/${code}`,
          title: code,
          status: RUNTIME_ERRORS[code]?.status ?? 422,
          code,
          params: {},
          request_id: '6f1c9c1e-8f4e-4b6e-9a53-0f6f3a1d2b11',
          errors: [],
        },
      },
    },
  };
}
