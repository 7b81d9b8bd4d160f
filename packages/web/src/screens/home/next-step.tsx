import { type Entity, type RecordValue, type Transition, screenPath } from '@ninefold/model';
import { Link } from 'react-router';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { asksFirst } from '../../records/lifecycle/primary.ts';
import { ASK } from '../../records/lifecycle/use-transition-commands.ts';
import classes from './home.module.css';

interface NextStepProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** The step that the record offers the reader; null: none. */
  readonly step: Transition | null;
  readonly onTake: (record: RecordValue, step: Transition) => void;
}

/** Takes the step of a record where it stands; one that has a dialog opens it on the page of the record, beside what it is about. */
export function NextStep({ entity, record, step, onTake }: NextStepProps) {
  const texts = useTexts();
  const path = screenPath(useModel(), entity.id, 'record', record.id);
  if (step === null) return null;
  const name = texts.transition(entity.id, step.id);
  const shared = {
    className: classes['step'],
    'aria-label': texts.t('home.step_of', { step: name, title: record.title ?? record.id }),
    'data-nf-step': step.id,
  };
  const asked = step.asks.flatMap((id) => entity.fields[id] ?? []);
  if (step.approvals === null && !asksFirst(entity, step, asked))
    return (
      <button type="button" {...shared} onClick={() => onTake(record, step)}>
        {name}
      </button>
    );
  if (path === null) return null;
  return (
    <Link to={{ pathname: path, search: `?${new URLSearchParams({ [ASK]: step.id }).toString()}` }} {...shared}>
      {name}
    </Link>
  );
}
