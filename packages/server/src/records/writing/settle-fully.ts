import { settle, type RecordValue } from '@ninefold/model';
import type { Draft } from '../reading/holder.ts';
import type { Attempt } from './attempt.ts';
import type { Sent } from './body.ts';

const MAX_ROUNDS = 5;

/** Settles a write, loading on the way whatever its new references have to be asked, until nothing new is learned. */
export async function settleFully(
  { entity, plan, tx, scope }: Pick<Attempt, 'entity' | 'plan' | 'tx' | 'scope'>,
  before: RecordValue | null,
  sent: Sent,
): Promise<RecordValue> {
  let record = settle({ entity, before, sent, scope });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const draft = record as unknown as Draft;
    if (!(await plan.load.fill(tx, [draft], scope))) break;
    record = settle({ entity, before, sent, scope });
  }
  await plan.load.fill(tx, [record as unknown as Draft], scope);
  return record;
}
