import { judgeTransitions, transitionsOf, type Entity, type RecordValue } from '@ninefold/model';
import { useRights, useScope } from '../../base/model/use-model.ts';
import { asksBack } from './said-step.ts';

/** Whether the reader may ask somebody back about a record, as far as the browser knows. */
export function useMayAskBack(entity: Entity): (record: RecordValue) => boolean {
  const [rights, scope] = [useRights(), useScope()];
  return (record) =>
    judgeTransitions({ entity, record, rights, scope }).some(({ id, verdict }) => {
      const transition = transitionsOf(entity).get(id);
      return verdict !== 'blocked' && transition !== undefined && asksBack(entity, record, transition);
    });
}
