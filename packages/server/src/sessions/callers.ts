import { rightsFor, rolesWith, type Me, type Model, type Rights, memoized } from '@ninefold/model';
import type { Caller, Records } from '../records/context/records.ts';
import type { HolderOf } from '../records/context/subscriptions.ts';
import { mayActFor } from './acting-for.ts';
import type { ApiKey, KeyStore } from './key-store.ts';
import type { SessionStore } from './session-store.ts';
import { isKeySecret } from './token.ts';

/** Longest time in ms that a caller is taken from memory. */
const KEPT_MS = 1000;
const MOST_KEPT = 10_000;

/** Finds callers by what they send along, from memory for at most one second. */
export interface Callers {
  /** `fresh`: read from the database again, as every write needs it. */
  find(token: string, fresh: boolean): Promise<Caller | null>;
  /** What was in memory may be wrong now: a record was written, a session opened or closed. */
  forget(): void;
}

/** Keeps what `find` finds; `now` is a monotonic time in ms. */
export function createCallers(find: FindCallers, now: () => number = () => performance.now()): Callers {
  const look = together(find);
  const kept = new Map<string, { readonly at: number; readonly caller: Caller }>();
  let generation = 0;
  return {
    find: async (token, fresh) => {
      const at = now();
      const known = kept.get(token);
      if (known && !fresh && at - known.at < KEPT_MS) return known.caller;
      kept.delete(token);
      const asked = generation;
      const caller = await look(token);
      if (kept.size >= MOST_KEPT) kept.clear();
      if (caller && asked === generation) kept.set(token, { at, caller });
      return caller;
    },
    forget: () => {
      generation += 1;
      kept.clear();
    },
  };
}

/** Look-ups that run at the same time: one that gets stuck keeps nobody else waiting. */
const MOST_LOOKS = 2;

interface Waiting {
  readonly token: string;
  readonly done: (caller: Caller | null) => void;
  readonly failed: (cause: unknown) => void;
}

/** Makes look-ups together that arrive while others run; each begins after it was asked for. */
function together(find: FindCallers): (token: string) => Promise<Caller | null> {
  let waiting: Waiting[] = [];
  let running = 0;
  let isDue = false;
  const due = (): void => {
    if (isDue || waiting.length === 0 || running >= MOST_LOOKS) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      void look();
    });
  };
  const look = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    running += 1;
    try {
      const found = await find([...new Set(asked.map(({ token }) => token))]);
      for (const { token, done } of asked) done(found.get(token) ?? null);
    } catch (cause) {
      for (const { failed } of asked) failed(cause);
    } finally {
      running -= 1;
      due();
    }
  };
  return (token) =>
    new Promise((resolve, reject) => {
      waiting.push({ token, done: resolve, failed: reject });
      due();
    });
}

/** Looks up who stands behind session tokens or the secrets of API keys, by them; those behind whom nobody does are missing. */
export type FindCallers = (tokens: readonly string[]) => Promise<ReadonlyMap<string, Caller>>;

/**
 * Callers of this model. A session has all rights of its user; a key has those of its role, as long as it has a holder:
 * so a key never reaches further than the person in whose name it acts, and never further than its maker may act for others.
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
  const callerOf = createCallerOfKey(model, records);
  const byKey = async (secret: string): Promise<readonly (readonly [string, Caller])[]> => {
    const key = await keys.find(secret);
    const caller = key && (await callerOf(key));
    return caller ? [[secret, caller]] : [];
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

/** Who calls by a key that has not ended; null: nobody does any more. See `holderOf`. */
export function createCallerOfKey(model: Model, records: Records): (key: ApiKey) => Promise<Caller | null> {
  const rightsOf = plannedRights(model);
  return async (key) => {
    const me = holderOf(model, key, await records.people([key.user, key.createdBy]));
    if (!me) return null;
    const keyBy = key.createdBy === key.user ? undefined : key.createdBy;
    const roles = rolesWith(model, [key.role]);
    const usersWith = await records.usersWith();
    return { me: { ...me, roles }, rights: rightsOf(roles), via: 'call', keyBy, key: key.id, usersWith };
  };
}

/** The same by the id of a key, with the key as it is now. */
export function createHolderOf(keys: KeyStore, callerOf: (key: ApiKey) => Promise<Caller | null>): HolderOf {
  return async (id) => {
    const key = await keys.standing(id);
    return key === null ? null : callerOf(key);
  };
}

/**
 * The person in whose name a key calls. Null once that person is not active or has lost its role, and once the maker of a key
 * in another's name is not active or may not act for that person any more. `people` are those of both who are active.
 */
export function holderOf(model: Model, key: ApiKey, people: ReadonlyMap<string, Me>): Me | null {
  const [me, maker] = [people.get(key.user), people.get(key.createdBy)];
  return me?.roles.includes(key.role) && maker && mayActFor(model, maker, me) ? me : null;
}

/** Rights are planned once for each set of roles. */
function plannedRights(model: Model): (roles: readonly string[]) => Rights {
  const planned = memoized((key: string) => rightsFor(model, key === '' ? [] : key.split(' ')));
  return (roles) => planned(roles.join(' '));
}
