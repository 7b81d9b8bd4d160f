import { changedFields, type RecordValue } from '@ninefold/model';
import { titleNames } from '../reading/titles.ts';
import type { Attempt } from './attempt.ts';

/**
 * Tells those who follow that a record was changed; `before` is null for one that appears, `record` for one that goes. It goes
 * along as it was where only that says who may learn of the change: those who could read it until now.
 */
export function tellOf({ tx, entity, plan }: Attempt, before: RecordValue | null, record: RecordValue | null): void {
  const changed = record ?? before;
  if (!changed) return;
  const { id } = changed;
  tx.changed({
    entity: entity.id,
    id,
    ...(before && isNeeded() ? { before: asRead() } : {}),
    ...(before && isTitled() ? { titled: true } : {}),
  });

  function isNeeded(): boolean {
    if (record === null) return !entity.trash;
    if (plan.deciding.size === 0 || before === null) return false;
    const decides = (name: string): boolean => plan.deciding.has(name);
    const isMoved = before.state !== record.state && ['state', 'state_final', 'state_since'].some(decides);
    return isMoved || changedFields(entity, before, record).some(decides);
  }

  function isTitled(): boolean {
    if (record === null || before === null) return record === null;
    const changed = changedFields(entity, before, record);
    return titleNames(entity).some((name) =>
      Object.hasOwn(entity.fields, name) ? changed.includes(name) : before[name] !== record[name],
    );
  }

  /** What the conditions of grants read of it. */
  function asRead(): Readonly<Record<string, unknown>> {
    return { id, ...Object.fromEntries([...plan.deciding].map((name) => [name, before?.[name]])) };
  }
}
