import { canEver, type Entity, type Model } from '@ninefold/model';
import type { Caller, Records } from '../records/context/records.ts';
import { Refusal } from '../refusal.ts';
import { waitingWhere } from './waiting-where.ts';

/** A number of records; `at_least` where it was not counted to the end. */
export interface Count {
  readonly total: number;
  readonly total_is: 'exact' | 'at_least';
}

/** Records of one entity whose next step the caller may take; `where` finds them in a list. */
export interface Waiting extends Count {
  readonly entity: string;
  readonly where: string;
}

type Lists = Pick<Records, 'list'>;

/** What waits for the caller, by entity; entities where nothing waits are left out. */
export async function waitingFor(model: Model, records: Lists, caller: Caller): Promise<readonly Waiting[]> {
  const readable = Object.values(model.entities).filter(({ id }) => canEver(caller.rights, id, 'read'));
  const found: Waiting[] = [];
  for (const entity of readable) {
    const waiting = await waitingOf(records, caller, entity);
    if (waiting && waiting.total > 0) found.push(waiting);
  }
  return found;
}

/** With the guards where the caller may ask for them, else by state alone. */
async function waitingOf(records: Lists, caller: Caller, entity: Entity): Promise<Waiting | null> {
  for (const guards of [true, false]) {
    const where = waitingWhere(entity, caller.rights.roles, guards);
    if (where === null) return null;
    const count = await countWhere(records, caller, entity.id, where);
    if (count) return { entity: entity.id, where, ...count };
  }
  return null;
}

async function countWhere(records: Lists, caller: Caller, entity: string, where: string): Promise<Count | null> {
  try {
    const params = new URLSearchParams({ where, size: '1', total: 'capped' });
    const { total, total_is } = await records.list(caller, entity, params);
    return { total: total ?? 0, total_is: total_is ?? 'exact' };
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'bad_where' || error.code === 'where_too_large')) return null;
    throw error;
  }
}
