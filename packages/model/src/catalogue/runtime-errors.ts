import type { ErrorEntry, Reaction } from '../ir/model.ts';

const FIELD: readonly string[] = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_few',
  'too_many',
  'too_early',
  'too_late',
  'bad_type',
  'bad_number',
  'bad_date',
  'bad_datetime',
  'bad_option',
  'bad_email',
  'bad_url',
  'bad_phone',
  'bad_pattern',
  'not_unique',
  'overlaps',
  'no_such_record',
  'not_offered',
  'immutable',
  'hidden_field',
  'read_only_field',
  'unknown_field',
];

const OTHERS: readonly (readonly [id: string, status: number, reaction: Reaction])[] = [
  ['signed_out', 401, 'sign_in'],
  ['bad_key', 401, 'banner'],
  ['wrong_sign_in', 401, 'form'],
  ['too_many_tries', 429, 'form'],
  ['too_many_requests', 429, 'retry'],
  ['forged', 403, 'retry'],
  ['forbidden', 403, 'page'],
  ['forbidden_field', 403, 'field'],
  ['not_found', 404, 'page'],
  ['unknown_entity', 404, 'page'],
  ['unknown_transition', 404, 'banner'],
  ['unknown_route', 404, 'page'],
  ['method_not_allowed', 405, 'banner'],
  ['not_json', 400, 'banner'],
  ['bad_request', 400, 'banner'],
  ['bad_parameter', 400, 'banner'],
  ['bad_where', 400, 'banner'],
  ['wrong_media_type', 415, 'banner'],
  ['too_large', 413, 'banner'],
  ['invalid', 422, 'form'],
  ['confirm_warnings', 422, 'form'],
  ['in_use', 409, 'banner'],
  ['wrong_state', 409, 'banner'],
  ['guard_failed', 409, 'banner'],
  ['not_your_role', 403, 'banner'],
  ['locked', 409, 'banner'],
  ['changed_meanwhile', 412, 'form'],
  ['limit_not_shown', 409, 'banner'],
  ['setup_used', 410, 'page'],
  ['demo_closed', 403, 'banner'],
  ['offline', 503, 'banner'],
  ['no_answer', 504, 'retry'],
  ['storage_away', 503, 'banner'],
  ['storage_full', 507, 'banner'],
  ['fault', 500, 'banner'],
];

function entry(id: string, status: number, reaction: Reaction): ErrorEntry {
  return { id, status, severity: 'error', reaction };
}

/** Everything the runtime itself can answer, by id. Statuses are HTTP's; texts stand in the `errors` locale files. */
export const RUNTIME_ERRORS: Readonly<Record<string, ErrorEntry>> = Object.fromEntries([
  ...FIELD.map((id) => [id, entry(id, 422, 'field')] as const),
  ...OTHERS.map(([id, status, reaction]) => [id, entry(id, status, reaction)] as const),
]);
