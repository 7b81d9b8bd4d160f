import { cycleOf, judgeTransitions, stateIn, type Entity, type RecordValue, type Transition } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';
import { useRights, useScope } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { noteFinal } from '../../kit/undo/undo-stack.ts';
import { useShowUndoable } from '../../kit/undo/use-undo.ts';
import { waysBack } from './ways-back.ts';

/** Offers to undo the transition that has fired. */
type OfferUndo = (transition: string, changed: RecordValue) => Promise<void>;

/**
 * Offers to undo a transition that has moved the record, where this person may now fire one that leads it back and asks for nothing.
 * Without one nothing is offered, and Ctrl Z says that the transition cannot be undone rather than undo what was done before it.
 */
export function useOfferUndo(entity: Entity, record: RecordValue): OfferUndo {
  const texts = useTexts();
  const rights = useRights();
  const scope = useScope();
  const dispatch = useAppDispatch();
  const showUndoable = useShowUndoable();
  const allowedNow = async (ways: readonly Transition[], changed: RecordValue): Promise<Transition | null> => {
    const verdicts = judgeTransitions({ entity, record: changed, rights, scope });
    const judged = (word: string) =>
      ways.filter(({ id }) => verdicts.some((one) => one.id === id && one.verdict === word));
    const [known = null] = judged('allowed');
    if (known !== null || judged('unknown').length === 0) return known;
    const asked = recordEndpoints.may.initiate({ entity: entity.id, id: changed.id }, { forceRefetch: true });
    const { data } = await dispatch(asked);
    const allowed = new Set(data?.transitions.filter(({ verdict }) => verdict === 'allowed').map(({ id }) => id) ?? []);
    return ways.find(({ id }) => allowed.has(id)) ?? null;
  };
  return async (transition, changed) => {
    const name = changed.title ?? texts.entity(entity.id);
    const said = (id: string): string =>
      texts.t('record.step_done', { name, what: texts.transitionDone(entity.id, id) });
    const isFound = noteFinal(texts.t('undo.final', { what: said(transition) }));
    const cycle = cycleOf(entity, transition);
    const [from, to] = [stateIn(entity, record, transition), stateIn(entity, changed, transition)];
    if (cycle === null || from === null || to === null) return;
    const back = await allowedNow(waysBack(cycle, { from, to }), changed);
    if (back === null) return;
    isFound();
    const once = makeOnce();
    const undo = async (): Promise<Failure | null> => {
      const call = { entity: entity.id, id: changed.id, transition: back.id, version: changed.version, body: {} };
      const answer = await dispatch(recordEndpoints.fire.initiate({ ...call, once: once(call) }));
      return answer.error === undefined ? null : toFailure(answer.error);
    };
    showUndoable({ text: said(transition), undone: said(back.id), entity: entity.id, record: changed.id, undo });
  };
}
