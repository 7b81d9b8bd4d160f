import { canEver, canEverRead, statesOf, turnsOf, type Entity, type Model } from '@ninefold/model';
import type { Caller, Records } from '../records/context/records.ts';

/** A number of records; `at_least` where it was not counted to the end. */
export interface Count {
  readonly total: number;
  readonly total_is: 'exact' | 'at_least';
}

/** Records of one entity of which it is the caller's turn; `waiting=me` finds them in a list. */
export interface Waiting extends Count {
  readonly entity: string;
  /** How many of them are in each state in which it can be their turn; nothing where they were not counted to the end. */
  readonly states: readonly WaitingIn[];
}

interface WaitingIn {
  /** What holds the state: `state`, or the field of a further life cycle. */
  readonly field: string;
  readonly state: string;
  /** What the parameter `waiting` of the list says to find them: `me`, or `me.delivery` where more than one life cycle has turns. */
  readonly by: string;
  readonly total: number;
}

type Lists = Pick<Records, 'list' | 'group'>;

/** What waits for the caller, by entity; entities where nothing waits are left out. */
export async function waitingFor(model: Model, records: Lists, caller: Caller): Promise<readonly Waiting[]> {
  const waits = Object.values(model.entities).filter(
    (entity) => canEver(caller.rights, entity.id, 'read') && turnsOf(entity, caller.rights.roles).length > 0,
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

/** By life cycle, and in the order of its states. */
async function byState(records: Lists, caller: Caller, entity: Entity): Promise<Waiting['states']> {
  const { rights } = caller;
  const turns = Map.groupBy(turnsOf(entity, rights.roles), ({ field }) => field);
  const found: WaitingIn[] = [];
  for (const [field, own] of turns) {
    if (field !== 'state' && !canEverRead(rights, entity, field)) continue;
    const by = turns.size > 1 ? `me.${field}` : 'me';
    const { items } = await records.group(caller, entity.id, new URLSearchParams({ waiting: by, group: field }));
    const totals = new Map(items.map((item) => [item.by[field], item.count]));
    const states = Object.keys(statesOf(entity, field)).filter((id) => own.some(({ state }) => state === id));
    for (const state of states) {
      const total = totals.get(state) ?? 0;
      if (total > 0) found.push({ field, state, by, total });
    }
  }
  return found;
}
