import { Button, Popover } from '@mantine/core';
import { Route } from 'lucide-react';
import type { Entity, TransitionVerdict } from '@ninefold/model';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { targetOf } from './primary.ts';
import styles from './transition.module.css';

interface NextStepsProps {
  readonly entity: Entity;
  readonly state: string;
  readonly verdicts: readonly TransitionVerdict[];
}

/** Every transition out of this state, whichever roles may fire it. */
export function NextSteps({ entity, state, verdicts }: NextStepsProps) {
  const texts = useTexts();
  const told = useTold();
  const out = Object.values(entity.lifecycle?.transitions ?? {}).filter((transition) =>
    transition.from.includes(state),
  );
  const judged = out.map((transition) => ({ transition, verdict: verdicts.find(({ id }) => id === transition.id) }));
  return (
    <Popover withRoles trapFocus returnFocus position="bottom-start" shadow="md" width={360}>
      <Popover.Target>
        <Button variant="subtle" leftSection={<Route size={16} aria-hidden />} data-nf-next-steps>
          {texts.t('transition.next')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.t('transition.next')} className={styles['next']}>
        {out.length === 0 && <p>{texts.t('transition.none')}</p>}
        <ul>
          {judged.map(({ transition, verdict }) => (
            <li key={transition.id} data-nf-next={transition.id}>
              <div className={styles['nextHead']}>
                <strong>{texts.transition(entity.id, transition.id)}</strong>
                <StateBadge entity={entity.id} state={targetOf(transition, state)} />
              </div>
              <p>
                {transition.by.length === 0
                  ? texts.t('transition.by_nobody')
                  : texts.t('transition.by', { roles: joinList(transition.by.map(texts.role), texts.language) })}
              </p>
              <p>{texts.t(`transition.verdict_${verdict?.verdict ?? 'role'}`)}</p>
              {verdict?.reasons.map((reason) => (
                <p key={`${reason.path} ${reason.code}`} data-nf-rule={reason.code}>
                  {told.text(reason, { entity: entity.id, transition: transition.id })}
                </p>
              ))}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
