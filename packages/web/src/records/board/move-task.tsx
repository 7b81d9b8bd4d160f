import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Entity, RecordValue, Transition, Wire } from '@ninefold/model';
import { useUpdateMutation } from '../../base/calls/record-api.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { showToast } from '../../kit/toasts/toast.ts';
import { useShowUndoable } from '../../kit/undo/use-undo.ts';
import { ConfirmWarnings } from '../lifecycle/confirm-warnings.tsx';
import { askedFields, asksFirst } from '../lifecycle/primary.ts';
import { TransitionDialog } from '../lifecycle/transition-dialog.tsx';
import { useFire } from '../lifecycle/use-fire.ts';
import { useOfferUndo } from '../lifecycle/use-offer-undo.ts';
import { usePermissions } from '../editing/use-permissions.ts';
import type { ColumnValue } from './board-columns.ts';
import styles from './board.module.css';
import type { Move } from './moves.ts';

/** A card that is to be moved. */
export interface Task {
  readonly record: RecordValue;
  readonly column: ColumnValue;
  readonly move: Extract<Move, { readonly kind: 'fire' | 'set' }>;
  /** When it was moved, in milliseconds of the page: each move is a task of its own. */
  readonly at: number;
}

interface MoveTaskProps {
  readonly entity: Entity;
  readonly by: string;
  readonly task: Task;
  /** The name of a column. */
  readonly name: (column: ColumnValue) => string;
  /** It is moving no longer: it has moved, was refused, or was given up. */
  readonly onStop: () => void;
  /** Nothing is left to say. */
  readonly onEnd: () => void;
}

/** Moves one card: at once, or through the dialog of its transition. A failure stays until it is closed or the move is done. */
export function MoveTask(props: MoveTaskProps) {
  const { entity, by, task, onStop } = props;
  const { record, move } = task;
  const { t } = useTexts();
  const { editable } = usePermissions(entity, record);
  const [isAsking] = useState(
    () => move.kind === 'fire' && asksFirst(entity, move.transition, askedFields(entity, move.transition, editable)),
  );
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = useSending(entity, by, task);
  const done = useDone(props);
  const end = (): void => {
    onStop();
    props.onEnd();
  };
  const run = async (confirm: readonly string[]): Promise<void> => {
    setFailure(null);
    const answer = await send(confirm);
    onStop();
    if (answer.data) done(answer.data);
    else setFailure(toFailure(answer.error));
  };
  const begun = useRef(isAsking);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run([]);
  });
  if (move.kind === 'fire' && isAsking)
    return (
      <TransitionDialog
        entity={entity}
        record={record}
        transition={move.transition}
        editable={editable}
        before={null}
        onClose={end}
        onDone={done}
      />
    );
  if (failure === null) return null;
  if (failure.code !== 'confirm_warnings')
    return (
      <div className={styles['failure']}>
        <ActionFailure failure={failure} entity={entity.id} onRetry={() => void run([])} />
        <Button variant="subtle" size="sm" onClick={end}>
          {t('board.close')}
        </Button>
      </div>
    );
  return (
    <Confirming
      entity={entity.id}
      transition={move.kind === 'fire' ? move.transition : null}
      failure={failure}
      onConfirm={run}
      onClose={end}
    />
  );
}

interface ConfirmingProps {
  readonly entity: string;
  readonly transition: Transition | null;
  readonly failure: Failure;
  readonly onConfirm: (ids: readonly string[]) => Promise<void>;
  readonly onClose: () => void;
}

function Confirming({ entity, transition, failure, onConfirm, onClose }: ConfirmingProps) {
  const texts = useTexts();
  return (
    <ConfirmWarnings
      entity={entity}
      verb={transition === null ? texts.t('form.save') : texts.transition(entity, transition.id)}
      warnings={failure.problem?.warnings ?? []}
      onConfirm={(ids) => void onConfirm(ids)}
      onClose={onClose}
    />
  );
}

type Answer = { readonly data?: RecordValue | undefined; readonly error?: unknown };

/** The call that moves the card. */
function useSending(
  entity: Entity,
  by: string,
  { record, column, move }: Task,
): (confirm: readonly string[]) => Promise<Answer> {
  const fire = useFire(entity.id, record);
  const [update] = useUpdateMutation();
  return (confirm) => {
    const confirmed: Readonly<Record<string, Wire>> = confirm.length > 0 ? { confirm } : {};
    if (move.kind === 'fire') return fire(move.transition.id, confirmed);
    return update({ entity: entity.id, id: record.id, version: record.version, body: { [by]: column, ...confirmed } });
  };
}

/** Says where the card is now, and offers to take it back where that is possible. */
function useDone({ entity, by, task, name, onStop, onEnd }: MoveTaskProps): (changed: RecordValue) => void {
  const { t, ...texts } = useTexts();
  const offerUndo = useOfferUndo(entity, task.record);
  const showUndoable = useShowUndoable();
  const [update] = useUpdateMutation();
  return (changed) => {
    onStop();
    onEnd();
    const title = changed.title ?? texts.entity(entity.id);
    const text = t('board.moved', { name: title, column: name(task.column) });
    if (task.move.kind === 'fire') {
      showToast({ text });
      void offerUndo(task.move.transition.id, changed);
      return;
    }
    const undo = async (): Promise<Failure | null> => {
      const body = { [by]: task.record[by] ?? null };
      const { error } = await update({ entity: entity.id, id: changed.id, version: changed.version, body });
      return error === undefined ? null : toFailure(error);
    };
    showUndoable({ text, undone: t('record.changes_undone', { name: title }), entity: entity.id, undo });
  };
}
