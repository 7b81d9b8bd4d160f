import { rightsFor, type Model, type Rights } from '@ninefold/model';
import type { Caller, Records } from '../records/records.ts';
import type { Session, SessionStore } from './session-store.ts';

/** Longest time in ms that a caller is taken from memory. */
const KEPT_MS = 1000;
const MOST_KEPT = 10_000;

/** Who stands behind a token. */
export interface Known {
  readonly session: Session;
  readonly caller: Caller;
}

/** Finds callers by their session token, from memory for at most one second. */
export interface Callers {
  /** `fresh`: read anew from the database, as every write needs it. */
  find(token: string, fresh: boolean): Promise<Known | null>;
  /** What was in memory may be wrong now: a record was written, a session opened or closed. */
  forget(): void;
}

/** Callers of this model; `now` is a monotonic time in ms. */
export function createCallers(
  model: Model,
  sessions: SessionStore,
  records: Records,
  now: () => number = () => performance.now(),
): Callers {
  const kept = new Map<string, { readonly at: number; readonly known: Known }>();
  const rightsOf = plannedRights(model);
  let generation = 0;
  const look = async (token: string): Promise<Known | null> => {
    const session = await sessions.find(token);
    const me = session && (await records.me(session.user));
    return session && me ? { session, caller: { me, rights: rightsOf(me.roles), via: 'screen' } } : null;
  };
  return {
    find: async (token, fresh) => {
      const at = now();
      const known = kept.get(token);
      if (known && !fresh && at - known.at < KEPT_MS) return known.known;
      kept.delete(token);
      const asked = generation;
      const found = await look(token);
      if (kept.size >= MOST_KEPT) kept.clear();
      if (found && asked === generation) kept.set(token, { at, known: found });
      return found;
    },
    forget: () => {
      generation += 1;
      kept.clear();
    },
  };
}

/** Rights are planned once for each set of roles. */
function plannedRights(model: Model): (roles: readonly string[]) => Rights {
  const plans = new Map<string, Rights>();
  return (roles) => {
    const key = roles.join(' ');
    const planned = plans.get(key) ?? rightsFor(model, roles);
    plans.set(key, planned);
    return planned;
  };
}
