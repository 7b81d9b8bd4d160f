import { useRef, useState, type ReactNode } from 'react';
import type { Entity, RecordValue, Transition } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { showToast } from '../../kit/toasts/toast.ts';
import { useOfferUndo } from '../../records/lifecycle/use-offer-undo.ts';
import { FireNow } from '../../records/moving/fire-now.tsx';

interface Taken {
  readonly record: RecordValue;
  readonly step: Transition;
  /** When it was taken, in milliseconds of the page: each is a task of its own. */
  readonly at: number;
}

/** A step that is taken where its record stands in a short list; what failed of it is said above the list. */
interface Taking {
  readonly task: ReactNode;
  readonly take: (record: RecordValue, step: Transition) => void;
}

export function useTaken(entity: Entity): Taking {
  const [taken, setTaken] = useState<Taken | null>(null);
  const isBusy = useRef(false);
  const take = (record: RecordValue, step: Transition): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setTaken({ record, step, at: performance.now() });
  };
  const stop = (): void => {
    isBusy.current = false;
  };
  const end = (): void => setTaken(null);
  const task = taken && <Task key={taken.at} entity={entity} {...taken} onStop={stop} onEnd={end} />;
  return { task, take };
}

interface TaskProps extends Omit<Taken, 'at'> {
  readonly entity: Entity;
  readonly onStop: () => void;
  readonly onEnd: () => void;
}

/** Takes the step, says so, and leads the focus on: the row may leave the list. */
function Task({ entity, record, step, onStop, onEnd }: TaskProps) {
  const { t, ...texts } = useTexts();
  const offerUndo = useOfferUndo(entity, record);
  const next = useRef(besideFocused());
  const done = (changed: RecordValue): void => {
    onEnd();
    const name = changed.title ?? texts.entity(entity.id);
    showToast({ text: t('record.step_done', { name, what: texts.transitionDone(entity.id, step.id) }) });
    void offerUndo(step.id, changed);
    (next.current?.isConnected === true ? next.current : document.querySelector<HTMLElement>('main h1'))?.focus();
  };
  return <FireNow {...{ entity, record, transition: step, onStop, onEnd }} onDone={done} />;
}

/** What opens the row after the one with the focus, else the one before. */
function besideFocused(): HTMLElement | null {
  const row = document.activeElement?.closest('tr[data-nf-record]');
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('a') ?? null;
}
