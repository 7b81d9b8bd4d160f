import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type BulkAnswer, type BulkBody, type Entity, type ListAnswer, transitionsOf } from '@ninefold/model';
import { makeOnce } from '../../base/calls/once.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useFillable } from '../../base/model/use-fillable.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { showToast } from '../../kit/toasts/toast.ts';
import { useShowUndoable } from '../../kit/undo/use-undo.ts';
import { type BulkAction, useVerb } from './actions.ts';
import { bulkEndpoints, useBulkMayQuery, type BulkTargets } from './bulk-api.ts';
import type { ExportPurpose } from '../export/export-query.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkResultPanel, type Outcome } from './bulk-result.tsx';
import { focusHeading, focusPageBox, useEscape } from './focus.ts';
import type { Selection } from './selection.ts';
import { useBulk } from './use-bulk.ts';

interface BulkAreaProps {
  readonly entity: Entity;
  readonly selection: Selection;
  readonly answer: ListAnswer | undefined;
  /** What narrows the list, as a call says it. */
  readonly filter: string;
  /** What is exported of these records of the list, null for all of it; null where this person may export nothing. */
  readonly exported: ((ids: readonly string[] | null) => (purpose: ExportPurpose) => URLSearchParams) | null;
}

interface Remembered {
  readonly action: BulkAction;
  readonly body: BulkBody;
  readonly outcome: Outcome;
}

/** The targets of the action at the moment when the dialog opened. The list behind it may change. */
interface Asked {
  readonly action: BulkAction;
  readonly targets: BulkTargets;
  readonly count: number;
}

/** Bulk actions of a list: the selection bar, the dialog and the outcome. */
export function BulkArea({ entity: read, selection, answer, filter, exported }: BulkAreaProps) {
  const entity = useFillable(read);
  const verb = useVerb(entity.id);
  const send = useBulk(entity.id);
  const announce = useAnnounce(entity);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [kept, setKept] = useState<Remembered | null>(null);
  const [busy, setBusy] = useState(false);
  const [finished, setFinished] = useState(0);
  const count = selection.whole ? (answer?.total ?? 0) : selection.records.length;
  const ids = selection.records.map(({ id }) => id);
  const targets: BulkTargets = selection.whole ? { list: { query: filter, count } } : { ids };
  const isAny = selection.records.length > 0;
  const { currentData: may } = useBulkMayQuery({ entity: entity.id, targets }, { skip: !isAny });
  const finish = (action: BulkAction, body: BulkBody, { done, results }: BulkAnswer): void => {
    setAsked(null);
    selection.clear();
    announce(action, verb(action), results);
    const failed = results.filter(({ problem }) => problem !== null);
    const outcome: Outcome = { verb: verb(action), done, failed, failure: null };
    setKept(failed.length === 0 ? null : { action, body, outcome });
    if (failed.length === 0) setFinished((times) => times + 1);
  };
  const clear = (): void => {
    selection.clear();
    focusPageBox();
  };
  useEscape(selection.records.length > 0 && asked === null, clear);
  useEffect(() => {
    if (finished > 0) focusHeading();
  }, [finished]);
  const retry = async ({ action, body, outcome }: Remembered, again: Again): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const sent = againBody(body, again);
    const answered = await send(sent);
    setBusy(false);
    if (answered.data) finish(action, sent, answered.data);
    else setKept({ action, body, outcome: { ...outcome, failure: toFailure(answered.error) } });
  };
  return (
    <>
      {kept && (
        <BulkResultPanel
          entity={entity}
          outcome={kept.outcome}
          busy={busy}
          onRetry={(failed, confirm) => void retry(kept, { ids: failed, confirm })}
          onClose={() => {
            setKept(null);
            focusPageBox();
          }}
        />
      )}
      {answer && isAny && (
        <BulkBar
          entity={entity}
          selection={selection}
          answer={answer}
          may={may}
          exported={exported?.(selection.whole ? null : ids) ?? null}
          onChoose={(action) => setAsked({ action, targets, count })}
          onClear={clear}
        />
      )}
      {asked && (
        <BulkDialog
          entity={entity}
          {...asked}
          action={presentOf(entity, asked.action)}
          may={may}
          onClose={() => setAsked(null)}
          onDone={(answered, body) => finish(asked.action, body, answered)}
        />
      )}
    </>
  );
}

/** The action as the specification has it now: it may have changed since the dialog was opened. */
function presentOf(entity: Entity, action: BulkAction): BulkAction {
  if (action.kind !== 'transition') return action;
  return { kind: 'transition', transition: transitionsOf(entity).get(action.transition.id) ?? action.transition };
}

/** The records that the action is tried for again, and the warnings that are confirmed for it. */
interface Again {
  readonly ids: readonly string[];
  readonly confirm: readonly string[] | null;
}

function againBody(body: BulkBody, { ids, confirm }: Again): BulkBody {
  const { list: _, ...rest } = body;
  return { ...rest, ids, ...(confirm === null ? {} : { confirm }) };
}

/** Says what was done; deleted records can be taken back, all at once. */
function useAnnounce(entity: Entity): (action: BulkAction, verb: string, results: BulkAnswer['results']) => void {
  const { t } = useTexts();
  const format = useFormat();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const showUndoable = useShowUndoable();
  const restore = async (ids: readonly string[], once: (body: BulkBody) => string): Promise<Failure | null> => {
    const body: BulkBody = { action: 'restore', ids, mode: 'each' };
    const { data, error } = await dispatch(bulkEndpoints.bulk.initiate({ entity: entity.id, body, once: once(body) }));
    if (error !== undefined) return toFailure(error);
    // Records that could not be restored stay in the trash, which shows the reasons.
    if (data.failed > 0) void navigate(`/_/trash/${entity.id}`);
    return null;
  };
  return (action, verb, results) => {
    const ids = results.flatMap(({ id, problem }) => (problem === null && id !== null ? [id] : []));
    if (ids.length === 0) return;
    const number = format.number(ids.length, 0);
    if (action.kind !== 'delete') return showToast({ text: t('bulk.done', { verb, count: ids.length, number }) });
    const text = t('bulk.deleted', { count: ids.length, number });
    if (!entity.trash) return showToast({ text });
    const undone = t('bulk.restored', { count: ids.length, number });
    const once = makeOnce();
    showUndoable({ text, undone, entity: entity.id, undo: () => restore(ids, once) });
  };
}
