import { useEffect, useRef, useState } from 'react';
import type { Entity, RecordValue, Transition } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useFire } from '../lifecycle/use-fire.ts';
import { TaskFailure } from './task-failure.tsx';

interface FireNowProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly transition: Transition;
  /** The answer has come, whatever it is. */
  readonly onStop: () => void;
  readonly onDone: (changed: RecordValue) => void;
  /** A failure was closed. */
  readonly onEnd: () => void;
}

/** Fires a transition that asks for nothing, once, as soon as it is drawn. A failure stays until it is closed or the step is taken. */
export function FireNow({ entity, record, transition, onStop, onDone, onEnd }: FireNowProps) {
  const texts = useTexts();
  const [failure, setFailure] = useState<Failure | null>(null);
  const fire = useFire(entity.id, record);
  const run = async (confirm: readonly string[]): Promise<void> => {
    setFailure(null);
    const answer = await fire(transition.id, confirm.length > 0 ? { confirm } : {});
    onStop();
    if (answer.data) onDone(answer.data);
    else setFailure(toFailure(answer.error));
  };
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run([]);
  });
  if (failure === null) return null;
  const verb = texts.transition(entity.id, transition.id);
  return <TaskFailure entity={entity.id} verb={verb} failure={failure} onRun={run} onEnd={onEnd} />;
}
