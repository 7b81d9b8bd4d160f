/** What the audit log keeps. */
export const AUDIT_ACTS = [
  'signed_in',
  'sign_in_refused',
  'locked_out',
  'signed_out',
  'first_administrator',
  'link_made',
  'password_set',
  'password_changed',
  'password_refused',
  'key_made',
  'key_ended',
  'subscription_made',
  'subscription_paused',
  'subscription_resumed',
  'subscription_replayed',
  'subscription_ended',
  'deputy_named',
  'deputy_ended',
  'limit_set',
  'user_created',
  'user_changed',
  'user_deleted',
  'user_restored',
  'exported',
  'sample_data_loaded',
  'data_restored',
  'specification_changed',
  'log_trimmed',
] as const;

/** One kind of act in the audit log. */
export type AuditAct = (typeof AUDIT_ACTS)[number];
