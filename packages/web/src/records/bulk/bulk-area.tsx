import { useEffect, useState } from 'react';
import { type BulkAnswer, type BulkBody, type Entity, type ListAnswer, transitionsOf } from '@ninefold/model';
import { useFillable } from '../../base/model/use-fillable.ts';
import { toFailure } from '../../base/store/failure.ts';
import { type BulkAction, type FormAction, useVerb } from './actions.ts';
import { asSeen, useBulkMayQuery, type BulkTargets } from './bulk-api.ts';
import type { ExportPurpose } from '../export/export-query.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkComment } from './bulk-comment.tsx';
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx';
import { BulkResultPanel, type Outcome } from './bulk-result.tsx';
import { undoState, useUndoState } from '../../kit/undo/undo-stack.ts';
import { focusHeading, focusPageBox, useEscape } from './focus.ts';
import type { Selection } from './selection.ts';
import { useAnnounce } from './use-announce.ts';
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

type Undone = ReturnType<typeof undoState>['undone'];

interface Remembered {
  readonly action: BulkAction;
  readonly body: BulkBody;
  readonly outcome: Outcome;
  /** What had been undone last by then. */
  readonly after: Undone;
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
  const ids = selection.named ?? selection.records.map(({ id }) => id);
  const count = selection.whole ? (answer?.total ?? 0) : ids.length;
  const targets: BulkTargets = selection.whole ? { list: { query: filter, count } } : { ids };
  const isAny = selection.records.length > 0 || ids.length > 0;
  const { currentData: may } = useBulkMayQuery({ entity: entity.id, targets }, { skip: !isAny });
  const finish = (action: BulkAction, body: BulkBody, { done, results }: BulkAnswer, said = 0): void => {
    setAsked(null);
    selection.clear();
    announce(action, verb(action), results);
    const failed = results.filter(({ problem }) => problem !== null);
    const outcome = { verb: verb(action), transition: transitionOf(action), done, failed, said, failure: null };
    setKept(failed.length === 0 ? null : { action, body, outcome, after: undoState().undone });
    if (failed.length === 0) setFinished((times) => times + 1);
  };
  const clear = (): void => {
    selection.clear();
    focusPageBox();
  };
  useEscape(isAny && asked === null, () => clearByKey(selection));
  useEffect(() => {
    if (finished > 0) focusHeading();
  }, [finished]);
  const shown = useStanding(kept, entity.id);
  const retry = async ({ action, body, outcome, after }: Remembered, again: Again): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const sent = againBody(body, again);
    const answered = await send(sent);
    setBusy(false);
    if (answered.data) finish(action, sent, answered.data);
    else setKept({ action, body, after, outcome: { ...outcome, failure: toFailure(answered.error) } });
  };
  return (
    <>
      {shown && (
        <BulkResultPanel
          entity={entity}
          outcome={shown.outcome}
          busy={busy}
          onRetry={(failed, confirm) => void retry(shown, { ids: failed, confirm })}
          onSelect={(chosen) => selection.selectNamed(chosen)}
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
          onChoose={(action) => setAsked({ action, targets: seenFor(action, targets, selection), count })}
          onClear={clear}
        />
      )}
      {asked && (
        <Asking
          {...asked}
          {...{ entity, may }}
          onClose={() => setAsked(null)}
          onDone={(answered, body, said) => finish(asked.action, body, answered, said)}
        />
      )}
    </>
  );
}

/** The records as they stand on the page, so that nothing is done over what others have changed; a comment changes nothing. */
function seenFor({ kind }: BulkAction, targets: BulkTargets, { records }: Selection): BulkTargets {
  return kind === 'comment' ? targets : asSeen(targets, records);
}

/** The dialog of an action. */
function Asking({ action, ...props }: Omit<BulkDialogProps, 'action'> & Pick<Asked, 'action'>) {
  if (action.kind === 'comment') return <BulkComment {...props} />;
  return <BulkDialog {...props} action={presentOf(props.entity, action)} />;
}

/** The action as the specification has it now: it may have changed since the dialog was opened. */
function presentOf(entity: Entity, action: FormAction): FormAction {
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

function transitionOf(action: BulkAction): string | null {
  return action.kind === 'transition' ? action.transition.id : null;
}

/** The outcome, unless what it says was done has been undone since. */
function useStanding(kept: Remembered | null, entity: string): Remembered | null {
  const { undone } = useUndoState();
  const isUndone = undone !== null && undone.done.entity === entity && undone.done.record === undefined;
  return kept !== null && undone !== kept.after && isUndone ? null : kept;
}

/** Clears the selection, and leaves the focus on the row that has it. */
function clearByKey(selection: Selection): void {
  const stays = document.activeElement?.closest('main [data-nf-record]') ?? null;
  selection.clear();
  if (stays === null) focusPageBox();
}
