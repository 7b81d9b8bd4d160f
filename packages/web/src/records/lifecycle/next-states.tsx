import { cycleField, type Entity, type Transition } from '@ninefold/model';
import { Fragment } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { targetsOf } from './primary.ts';

interface NextStatesProps {
  readonly entity: Entity;
  readonly transition: Transition;
  /** The state that the record is in. */
  readonly state: string;
}

/** The state that a transition leads to; several, where conditions decide, and words, where it leads back. */
export function NextStates({ entity, transition, state }: NextStatesProps) {
  const { t } = useTexts();
  if (transition.to === 'previous') return <span>{t('transition.previous')}</span>;
  return targetsOf(transition, state).map((target, index) => (
    <Fragment key={target}>
      {index > 0 && <span>{t('transition.or')}</span>}
      <StateBadge entity={entity.id} state={target} cycle={cycleField(entity, transition.id)} />
    </Fragment>
  ));
}
