import { rightsFor, type HistoryCause, type Holder, type Model, type RecordValue } from '@ninefold/model';
import type { Caller } from './records.ts';

/** What makes the application itself act. */
export type Cause = HistoryCause;

/**
 * The application as it acts by itself, with no role and no right: whoever acts in its name asks nobody's. `usersWith`: the people
 * that expressions ask for by role.
 */
export function systemCaller(model: Model, cause: Cause, usersWith?: Holder): Caller {
  const record: RecordValue = {
    ...{ id: '', version: 0, created_at: '', created_by: null, changed_at: '', changed_by: null },
  };
  const me = { id: '', name: '', email: '', language: null, roles: [], record };
  return { me, rights: rightsFor(model, []), via: 'system', cause, usersWith };
}
