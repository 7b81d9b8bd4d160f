import {
  allows,
  canEver,
  memoized,
  memoizedWeakly,
  rightsFor,
  type Entity,
  type Holder,
  type Me,
  type Model,
  type RecordValue,
  type Rights,
  type Scope,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { scopeOf, type Context } from '../context/context.ts';
import { peopleLoader } from '../people/people.ts';

/** Rights by roles, made once for each set of roles. */
const rightsOf = memoizedWeakly((model: Model) =>
  memoized((roles: string): Rights => rightsFor(model, roles.split(' '))),
);

/** What somebody is told of: a record with its live values, or null for no single record of the entity. */
export interface Subject {
  readonly entity: Entity;
  readonly record: RecordValue | null;
  /** The people that expressions ask for by role. */
  readonly usersWith: Holder | undefined;
  /** Who may know of it beside reading the record; left out: everybody who may. */
  readonly also?: (seeing: Seeing) => boolean;
}

/** A person who is told, with what conditions see of them. */
export interface Seeing {
  readonly me: Me;
  readonly rights: Rights;
  readonly scope: Scope;
}

/** Those of these people who are active and may read the record now, and for whom `also` holds. */
export async function readersOf(
  context: Context,
  reader: Reader,
  ids: readonly string[],
  { entity, record, usersWith, also = () => true }: Subject,
): Promise<ReadonlySet<string>> {
  const people = await peopleLoader(context)(reader, [...new Set(ids)]);
  const mayRead = (me: Me): boolean => {
    const rights = rightsOf(context.model)(me.roles.join(' '));
    const own = scopeOf(context, { me, rights, via: 'screen', usersWith });
    if (record === null) return canEver(rights, entity.id, 'read') && also({ me, rights, scope: own });
    const scope = { ...own, record };
    return allows(rights, entity.id, 'read', scope) === true && also({ me, rights, scope });
  };
  return new Set([...people.values()].filter(mayRead).map(({ id }) => id));
}
