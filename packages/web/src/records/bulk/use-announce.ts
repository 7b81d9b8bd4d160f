import { useNavigate } from 'react-router';
import type { BulkAnswer, BulkBody, BulkResult, Entity } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { failureOf, toFailure, type Failure } from '../../base/store/failure.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { joinList } from '../../base/texts/words.ts';
import { showToast } from '../../kit/toasts/toast.ts';
import { warningsOf } from '../../kit/undo/past-warnings.ts';
import { noteFinal, type NotUndone } from '../../kit/undo/undo-stack.ts';
import { useShowUndoable } from '../../kit/undo/use-undo.ts';
import type { BulkAction } from './actions.ts';
import { bulkEndpoints } from './bulk-api.ts';

type Announce = (action: BulkAction, verb: string, results: BulkAnswer['results']) => void;
type Send = (body: BulkBody) => Promise<{ readonly answer: BulkAnswer } | { readonly failure: Failure }>;

/** So many records that an undo has left as they are are named. */
const MOST_NAMED = 5;

/** Says what was done. Deleted records and former values can be taken back, all at once. */
export function useAnnounce(entity: Entity): Announce {
  const { t, language } = useTexts();
  const format = useFormat();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const showUndoable = useShowUndoable();
  const sending = (): Send => {
    const once = makeOnce();
    return async (body) => {
      const called = dispatch(bulkEndpoints.bulk.initiate({ entity: entity.id, body, once: once(body) }));
      const { data, error } = await called;
      return error === undefined ? { answer: data } : { failure: toFailure(error) };
    };
  };
  const restore = async (ids: readonly string[], send: Send): Promise<Failure | null> => {
    const sent = await send({ action: 'restore', ids, mode: 'each' });
    if ('failure' in sent) return sent.failure;
    // Records that could not be restored stay in the trash, which shows the reasons.
    if (sent.answer.failed > 0) void navigate(`/_/trash/${entity.id}`);
    return null;
  };
  const putBack = async (ids: NonNullable<BulkBody['ids']>, verb: string, send: Send): Promise<NotUndone | null> => {
    const sent = await send({ action: 'update', ids, mode: 'each' });
    if ('failure' in sent) return sent.failure;
    const warned = new Set(sent.answer.results.flatMap(({ id, problem }) => (problem?.warnings?.length ? [id] : [])));
    const again =
      warned.size === 0
        ? null
        : await send({
            action: 'update',
            ids: ids.filter((target) => warned.has(typeof target === 'string' ? target : target.id)),
            mode: 'each',
            confirm: warningsOf(sent.answer.results.map(({ problem }) => problem)),
          });
    if (again !== null && 'failure' in again) return again.failure;
    const results = [...sent.answer.results.filter(({ id }) => !warned.has(id)), ...(again?.answer.results ?? [])];
    const left = results.filter(({ problem }) => problem !== null);
    const [kept] = left;
    if (kept?.problem == null) return null;
    const done = sent.answer.done + (again?.answer.done ?? 0);
    const counts = { number: format.number(done, 0), of: format.number(ids.length, 0) };
    const failure = failureOf(kept.problem.status, kept.problem, true);
    if (done === 0) return failure;
    const titles = left.flatMap(({ title }) => title ?? []);
    const isNamed = titles.length === left.length && titles.length <= MOST_NAMED;
    const names = joinList(titles, language);
    return { ...failure, said: t(isNamed ? 'bulk.partly_named' : 'bulk.partly', { verb, ...counts, names }) };
  };
  const final = (text: string): void => {
    noteFinal(t('undo.final', { what: text }));
    showToast({ text });
  };
  return (action, verb, results) => {
    const ids = results.flatMap(({ id, problem }) => (problem === null && id !== null ? [id] : []));
    if (ids.length === 0) return;
    const counts = { count: ids.length, number: format.number(ids.length, 0) };
    const send = sending();
    if (action.kind === 'delete') {
      const text = t('bulk.deleted', counts);
      if (!entity.trash) return final(text);
      const undone = t('bulk.restored', counts);
      return showUndoable({ text, undone, entity: entity.id, undo: () => restore(ids, send) });
    }
    const text = t('bulk.done', { verb, ...counts });
    const former = results.flatMap(targetOf);
    if (former.length === 0) return final(text);
    const back = { count: former.length, number: format.number(former.length, 0) };
    const undone = t('bulk.undone', { verb, ...back });
    showUndoable({ text, undone, entity: entity.id, undo: () => putBack(former, verb, send) });
  };
}

/** A record that an update has changed, as the call that undoes that names it. */
function targetOf({ id, version, before }: BulkResult) {
  return id === null || version === null || before === undefined ? [] : [{ id, version, values: before }];
}
