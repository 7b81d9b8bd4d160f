import { rightsFor, rolesWith, type Model, type Rights } from '@ninefold/model';
import { isKeySecret, type KeyStore } from '../keys/key-store.ts';
import type { Caller, Records } from '../records/records.ts';
import type { SessionStore } from './session-store.ts';

/** Looks up who stands behind session tokens or the secrets of API keys, by them; those behind whom nobody does are missing. */
export type FindCallers = (tokens: readonly string[]) => Promise<ReadonlyMap<string, Caller>>;

/**
 * Callers of this model. A session has all rights of its user; a key has those of its role, as long as its user is active
 * and holds that role: so a key never reaches further than the person in whose name it acts.
 */
export function createFindCallers(model: Model, sessions: SessionStore, keys: KeyStore, records: Records): FindCallers {
  const rightsOf = plannedRights(model);
  const bySession: FindCallers = async (tokens) => {
    const found = await sessions.findAll(tokens);
    const people = await records.people([...found.values()].map(({ user }) => user));
    const usersWith = people.size === 0 ? undefined : await records.usersWith();
    return new Map(
      [...found].flatMap(([token, { user }]): readonly (readonly [string, Caller])[] => {
        const me = people.get(user);
        return me ? [[token, { me, rights: rightsOf(me.roles), via: 'screen', usersWith }]] : [];
      }),
    );
  };
  const byKey = async (secret: string): Promise<readonly (readonly [string, Caller])[]> => {
    const key = await keys.find(secret);
    const me = key && (await records.me(key.user));
    if (!key || !me?.roles.includes(key.role)) return [];
    const roles = rolesWith(model, [key.role]);
    const usersWith = await records.usersWith();
    return [[secret, { me: { ...me, roles }, rights: rightsOf(roles), via: 'call', usersWith }]];
  };
  return async (tokens) => {
    const secrets = tokens.filter(isKeySecret);
    const opened = tokens.filter((token) => !isKeySecret(token));
    const [found, ...behindKeys] = await Promise.all([
      opened.length === 0 ? new Map<string, Caller>() : bySession(opened),
      ...secrets.map(byKey),
    ]);
    return new Map([...found, ...behindKeys.flat()]);
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
