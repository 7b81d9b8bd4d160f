import { rightsFor, rolesWith, type Model, type Rights } from '@ninefold/model';
import { isKeySecret, type KeyStore } from '../keys/key-store.ts';
import type { Caller, Records } from '../records/records.ts';
import type { SessionStore } from './session-store.ts';

/** Looks up who stands behind a session token or the secret of an API key; null where nobody does. */
export type FindCaller = (token: string) => Promise<Caller | null>;

/**
 * Callers of this model. A session has all rights of its user; a key has those of its role, as long as its user is active
 * and holds that role: so a key never reaches further than the person in whose name it acts.
 */
export function createFindCaller(model: Model, sessions: SessionStore, keys: KeyStore, records: Records): FindCaller {
  const rightsOf = plannedRights(model);
  const bySession: FindCaller = async (token) => {
    const session = await sessions.find(token);
    const me = session && (await records.me(session.user));
    return me ? { me, rights: rightsOf(me.roles), via: 'screen', usersWith: await records.usersWith() } : null;
  };
  const byKey: FindCaller = async (secret) => {
    const key = await keys.find(secret);
    const me = key && (await records.me(key.user));
    if (!key || !me?.roles.includes(key.role)) return null;
    const roles = rolesWith(model, [key.role]);
    return { me: { ...me, roles }, rights: rightsOf(roles), via: 'call', usersWith: await records.usersWith() };
  };
  return (token) => (isKeySecret(token) ? byKey(token) : bySession(token));
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
