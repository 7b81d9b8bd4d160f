import type { ErrorEntry, Reaction } from '../ir/model.ts';
import type { ApplicationErrorId } from '../ir/rule.ts';

const FIELD = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_few',
  'too_many',
  'too_early',
  'too_late',
  'out_of_bounds',
  'bad_type',
  'bad_number',
  'not_whole',
  'too_many_decimals',
  'too_many_digits',
  'no_currency',
  'bad_date',
  'bad_datetime',
  'bad_duration',
  'bad_time',
  'bad_json',
  'bad_option',
  'bad_email',
  'bad_url',
  'inside_address',
  'bad_phone',
  'bad_pattern',
  'not_unique',
  'repeated_line',
  'overlaps',
  'tree_circle',
  'no_such_record',
  'several_records',
  'none_found',
  'several_found',
  'several_options',
  'repeated_row',
  'state_stays',
  'not_offered',
  'immutable',
  'hidden_field',
  'read_only_field',
  'unknown_field',
  'guessable_password',
  'personal_password',
  'own_deputy',
  'not_mentionable',
  'no_such_comment',
  'wrong_kind',
  'no_such_file',
] as const;

const OTHERS = [
  ['signed_out', 401, 'sign_in'],
  ['bad_key', 401, 'banner'],
  ['wrong_secret', 401, 'banner'],
  ['wrong_signature_time', 401, 'banner'],
  ['wrong_sign_in', 401, 'form'],
  ['account_closed', 401, 'form'],
  ['too_many_tries', 429, 'form'],
  ['too_many_requests', 429, 'retry'],
  ['forged', 403, 'retry'],
  ['forbidden', 403, 'page'],
  ['forbidden_field', 403, 'field'],
  ['by_key_only', 403, 'banner'],
  ['not_in_their_name', 403, 'banner'],
  ['not_found', 404, 'page'],
  ['out_of_sight', 404, 'banner'],
  ['unknown_entity', 404, 'page'],
  ['unknown_transition', 404, 'banner'],
  ['unknown_in_call', 404, 'banner'],
  ['unknown_out_call', 409, 'banner'],
  ['too_many_subscriptions', 409, 'banner'],
  ['no_such_index', 404, 'banner'],
  ['unknown_route', 404, 'page'],
  ['method_not_allowed', 405, 'banner'],
  ['not_json', 400, 'banner'],
  ['inexact_number', 400, 'banner'],
  ['bad_request', 400, 'banner'],
  ['bad_parameter', 400, 'banner'],
  ['bad_where', 400, 'banner'],
  ['where_too_large', 400, 'banner'],
  ['too_slow', 408, 'retry'],
  ['wrong_media_type', 415, 'banner'],
  ['too_large', 413, 'banner'],
  ['invalid', 422, 'form'],
  ['confirm_warnings', 422, 'form'],
  ['approvals_wait', 422, 'field'],
  ['open_work', 422, 'field'],
  ['timers_due', 422, 'form'],
  ['timers_due_later', 422, 'form'],
  ['limit_without_value', 422, 'form'],
  ['several_found', 409, 'banner'],
  ['no_call_key', 422, 'banner'],
  ['in_use', 409, 'banner'],
  ['held_by_limit', 409, 'banner'],
  ['wrong_state', 409, 'banner'],
  ['no_next_state', 409, 'banner'],
  ['guard_failed', 409, 'banner'],
  ['effect_refused', 409, 'banner'],
  ['cascade_too_deep', 409, 'banner'],
  ['limit_not_yours', 403, 'banner'],
  ['limit_set_meanwhile', 412, 'form'],
  ['not_your_role', 403, 'banner'],
  ['not_your_press', 403, 'banner'],
  ['already_pressed', 409, 'banner'],
  ['too_few_approvers', 409, 'banner'],
  ['no_press', 409, 'banner'],
  ['press_changes_nothing', 422, 'banner'],
  ['not_your_comment', 403, 'banner'],
  ['comment_too_old', 409, 'banner'],
  ['comment_taken_back', 409, 'banner'],
  ['locked', 409, 'banner'],
  ['changed_meanwhile', 412, 'form'],
  ['changed_since_seen', 412, 'banner'],
  ['too_many_uploads', 429, 'banner'],
  ['file_refused', 422, 'banner'],
  ['list_changed', 409, 'banner'],
  ['not_a_table', 400, 'banner'],
  ['ambiguous_column', 400, 'banner'],
  ['xlsx_too_large', 413, 'banner'],
  ['writes_refused', 409, 'banner'],
  ['key_reused', 422, 'banner'],
  ['limit_not_shown', 409, 'banner'],
  ['setup_used', 410, 'page'],
  ['no_such_stop', 404, 'page'],
  ['sample_data_closed', 409, 'banner'],
  ['sample_data_refused', 409, 'banner'],
  ['demo_closed', 403, 'banner'],
  ['offline', 503, 'banner'],
  ['no_answer', 504, 'retry'],
  ['answer_lost', 504, 'retry'],
  ['outcome_unknown', 504, 'retry'],
  ['other_reader', 403, 'retry'],
  ['took_too_long', 422, 'banner'],
  ['secret_not_set', 503, 'banner'],
  ['busy', 503, 'retry'],
  ['overloaded', 503, 'retry'],
  ['stopping', 503, 'retry'],
  ['other_specification', 503, 'banner'],
  ['storage_away', 503, 'banner'],
  ['files_away', 503, 'banner'],
  ['file_not_checked', 503, 'banner'],
  ['storage_full', 507, 'banner'],
  ['storage_read_only', 503, 'banner'],
  ['storage_damaged', 500, 'banner'],
  ['fault', 500, 'banner'],
] as const satisfies readonly (readonly [id: string, status: number, reaction: Reaction])[];

/** What the runtime itself can answer. */
export type RuntimeErrorId = (typeof FIELD)[number] | (typeof OTHERS)[number][0];

/** An id of the error catalogue: the runtime's, or one of the specification that runs. */
export type ErrorId = RuntimeErrorId | ApplicationErrorId;

/** The same id; for places whose own type is any text, so that a wrong one does not compile. */
export function errorId<Id extends RuntimeErrorId>(id: Id): Id {
  return id;
}

/** Whether an id of an error is one of the runtime, not of the specification that runs. */
export function isRuntimeError(id: string): id is RuntimeErrorId {
  return Object.hasOwn(RUNTIME_ERRORS, id);
}

function entry(id: RuntimeErrorId, status: number, reaction: Reaction): ErrorEntry {
  return { id, status, severity: 'error', reaction };
}

/** Everything the runtime itself can answer, by id. Statuses are HTTP's; texts stand in the `errors` locale files. */
export const RUNTIME_ERRORS: Readonly<Record<string, ErrorEntry>> = Object.fromEntries([
  ...FIELD.map((id) => [id, entry(id, 422, 'field')] as const),
  ...OTHERS.map(([id, status, reaction]) => [id, entry(id, status, reaction)] as const),
]);

/** The `{{example}}` in messages about the form of a value, as programs write it; forms show it as their reader writes it. */
export const WRITTEN_EXAMPLES: Readonly<Partial<Record<RuntimeErrorId, string>>> = {
  bad_date: '2026-03-05',
  bad_datetime: '2026-03-05 14:30',
};
