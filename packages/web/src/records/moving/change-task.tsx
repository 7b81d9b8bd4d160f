import { useEffect, useRef, useState } from 'react';
import type { Entity, RecordValue, Wire } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useChange } from '../editing/use-change.ts';
import { TaskFailure } from './task-failure.tsx';

interface ChangeTaskProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** The values that move it. */
  readonly body: Readonly<Record<string, Wire>>;
  /** Where it is then, in words. */
  readonly where: string;
  /** It is moving no longer: it has moved, was refused, or was given up. */
  readonly onStop: () => void;
  /** Nothing is left to say. */
  readonly onEnd: () => void;
}

/** Moves one record by a change of its fields, says where it is, and offers to take it back. */
export function ChangeTask({ entity, record, body, where, onStop, onEnd }: ChangeTaskProps) {
  const texts = useTexts();
  const { change, offerUndo } = useChange(entity);
  const [failure, setFailure] = useState<Failure | null>(null);
  const done = (changed: RecordValue): void => {
    onEnd();
    const name = changed.title ?? texts.entity(entity.id);
    const values = Object.fromEntries(Object.keys(body).map((field) => [field, record[field] ?? null]));
    offerUndo(texts.t('moving.moved', { name, where }), changed, { before: record, values });
  };
  const run = async (confirm: readonly string[]): Promise<void> => {
    setFailure(null);
    const answer = await change(record, body, confirm);
    onStop();
    if (answer.data) done(answer.data);
    else setFailure(toFailure(answer.error));
  };
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run([]);
  });
  const end = (): void => {
    onStop();
    onEnd();
  };
  if (failure === null) return null;
  return <TaskFailure entity={entity.id} verb={texts.t('form.save')} failure={failure} onRun={run} onEnd={end} />;
}
