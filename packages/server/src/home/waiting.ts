import { canEver, type Entity, type Model } from '@ninefold/model';
import type { Caller, Records } from '../records/context/records.ts';
import { waitingWays } from '../records/reading/lists/waiting-rows.ts';

/** A number of records; `at_least` where it was not counted to the end. */
export interface Count {
  readonly total: number;
  readonly total_is: 'exact' | 'at_least';
}

/** Records of one entity whose next step the caller may take; `waiting=me` finds them in a list. */
export interface Waiting extends Count {
  readonly entity: string;
  /** How many of them are in each state, in the order of the life cycle; nothing where they were not counted to the end. */
  readonly states: readonly { readonly state: string; readonly total: number }[];
}

type Lists = Pick<Records, 'list' | 'group'>;

/** What waits for the caller, by entity; entities where nothing waits are left out. */
export async function waitingFor(model: Model, records: Lists, caller: Caller): Promise<readonly Waiting[]> {
  const waits = Object.values(model.entities).filter(
    (entity) => canEver(caller.rights, entity.id, 'read') && waitingWays(entity, caller.rights.roles).length > 0,
  );
  const found: Waiting[] = [];
  for (const entity of waits) {
    const params = new URLSearchParams({ waiting: 'me', size: '1', total: 'capped' });
    const { total, total_is } = await records.list(caller, entity.id, params);
    if (total === null || total === 0) continue;
    const states = total_is === 'exact' ? await byState(records, caller, entity) : [];
    found.push({ entity: entity.id, total, total_is: total_is ?? 'exact', states });
  }
  return found;
}

async function byState(records: Lists, caller: Caller, entity: Entity): Promise<Waiting['states']> {
  const params = new URLSearchParams({ waiting: 'me', group: 'state' });
  const { items } = await records.group(caller, entity.id, params);
  const totals = new Map(items.map(({ by, count }) => [by['state'], count]));
  return Object.keys(entity.lifecycle?.states ?? {}).flatMap((state) => {
    const total = totals.get(state) ?? 0;
    return total === 0 ? [] : [{ state, total }];
  });
}
