/**
 * An expression that cannot run as SQL. `reason`: `function` names one that has no SQL; `field` may not be read by
 * the caller; `complex` is too large; `undecided` is a parameter that the scope does not know.
 */
export class SqlRefused extends Error {
  readonly reason: 'function' | 'field' | 'complex' | 'undecided';
  readonly subject: string;

  constructor(reason: SqlRefused['reason'], subject: string) {
    super(`${reason}: ${subject}`);
    this.name = 'SqlRefused';
    this.reason = reason;
    this.subject = subject;
  }
}
