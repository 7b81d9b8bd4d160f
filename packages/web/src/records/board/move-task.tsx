import { useState } from 'react';
import type { Entity, RecordValue, Transition } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { showToast } from '../../kit/toasts/toast.ts';
import { useAskedFields } from '../lifecycle/use-asked-fields.ts';
import { asksFirst } from '../lifecycle/primary.ts';
import { TransitionDialog } from '../lifecycle/transition-dialog.tsx';
import { useOfferUndo } from '../lifecycle/use-offer-undo.ts';
import { usePermissions } from '../editing/use-permissions.ts';
import { ChangeTask } from '../moving/change-task.tsx';
import { FireNow } from '../moving/fire-now.tsx';
import type { ColumnValue } from './board-columns.ts';
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

/** Moves one card, by a change or a transition. A failure stays until it is closed or the move is done. */
export function MoveTask(props: MoveTaskProps) {
  const { entity, by, task, name, onStop, onEnd } = props;
  const { record, column, move } = task;
  if (move.kind === 'fire') return <FireTask {...props} transition={move.transition} />;
  return <ChangeTask {...{ entity, record, onStop, onEnd }} body={{ [by]: column }} where={name(column)} />;
}

/** Fires a transition at once, or through its dialog. */
function FireTask(props: MoveTaskProps & { readonly transition: Transition }) {
  const { entity, task, transition, onStop } = props;
  const { record } = task;
  const { editable } = usePermissions(entity, record);
  const fieldsOf = useAskedFields(entity, record, editable);
  const [isAsking] = useState(() => asksFirst(entity, transition, fieldsOf(transition)));
  const done = useDone(props);
  const end = (): void => {
    onStop();
    props.onEnd();
  };
  const step = { entity, record, transition, onDone: done };
  if (isAsking) return <TransitionDialog {...step} editable={editable} history={null} onClose={end} />;
  return <FireNow {...step} onStop={onStop} onEnd={end} />;
}

/** Says where the card is now, and offers to take the step back where that is possible. */
function useDone({
  entity,
  task,
  transition,
  name,
  onStop,
  onEnd,
}: MoveTaskProps & { readonly transition: Transition }) {
  const { t, ...texts } = useTexts();
  const offerUndo = useOfferUndo(entity, task.record);
  return (changed: RecordValue): void => {
    onStop();
    onEnd();
    const title = changed.title ?? texts.entity(entity.id);
    showToast({ text: t('moving.moved', { name: title, where: name(task.column) }) });
    void offerUndo(transition.id, changed);
  };
}
