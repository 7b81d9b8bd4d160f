import { skipToken } from '@reduxjs/toolkit/query';
import { stateIn, transitionsOf, type Entity, type RecordValue } from '@ninefold/model';
import { useSmallListQuery } from '../../base/calls/home-api.ts';
import { useRights } from '../../base/model/use-model.ts';

/**
 * For each of the first records that wait for the reader in this order, the step that they are asked to approve; null: none, or one of
 * several.
 */
export function useApprovalSteps(
  entity: Entity,
  sort: readonly string[],
  rows: number,
): (record: RecordValue) => string | null {
  const { roles } = useRights();
  const steps = [...transitionsOf(entity).values()].filter(
    ({ approvals, by }) => approvals !== null && by.some((role) => roles.includes(role)),
  );
  const asked = { entity: entity.id, of: { awaited: 'me' }, sort, rows } as const;
  const { data } = useSmallListQuery(steps.length === 0 ? skipToken : asked);
  const awaited = new Set(data?.items.map(({ id }) => id));
  return (record) => {
    if (!awaited.has(record.id)) return null;
    const [first, ...others] = steps.filter(({ id, from }) => from.includes(stateIn(entity, record, id) ?? ''));
    return first === undefined || others.length > 0 ? null : first.id;
  };
}
