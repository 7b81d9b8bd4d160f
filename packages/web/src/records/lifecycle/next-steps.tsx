import { Button, Popover } from '@mantine/core';
import { Route } from 'lucide-react';
import { stateIn, transitionsOf, type Entity, type RecordValue, type TransitionVerdict } from '@ninefold/model';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { NextStates } from './next-states.tsx';
import styles from './transition.module.css';

interface NextStepsProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly verdicts: readonly TransitionVerdict[];
}

/** Every transition out of the states of a record, whichever roles may fire it. */
export function NextSteps({ entity, record, verdicts }: NextStepsProps) {
  const texts = useTexts();
  const told = useTold();
  const out = [...transitionsOf(entity).values()].flatMap((transition) => {
    const state = stateIn(entity, record, transition.id) ?? '';
    return transition.from.includes(state) ? [{ transition, state }] : [];
  });
  const judged = out.map(({ transition, state }) => ({
    transition,
    state,
    verdict: verdicts.find(({ id }) => id === transition.id),
  }));
  return (
    <Popover withRoles trapFocus returnFocus position="bottom-start" shadow="md" width={360}>
      <Popover.Target>
        <Button
          variant="subtle"
          className={styles['nextButton']}
          leftSection={<Route size={16} aria-hidden />}
          data-nf-next-steps
        >
          {texts.t('transition.next')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.t('transition.next')} className={styles['next']}>
        {out.length === 0 && <p>{texts.t('transition.none')}</p>}
        <ul>
          {judged.map(({ transition, state, verdict }) => (
            <li key={transition.id} data-nf-next={transition.id}>
              <div className={styles['nextHead']}>
                <strong lang={texts.written}>{texts.transition(entity.id, transition.id)}</strong>
                <NextStates entity={entity} transition={transition} state={state} />
              </div>
              <p>
                {transition.timer !== null
                  ? texts.t('transition.by_timer')
                  : transition.by.length === 0
                    ? texts.t('transition.by_nobody')
                    : texts.t('transition.by', { roles: joinList(transition.by.map(texts.role), texts.language) })}
              </p>
              {transition.timer === null && <p>{texts.t(`transition.verdict_${verdict?.verdict ?? 'role'}`)}</p>}
              {verdict?.reasons.map((reason) => (
                <p key={`${reason.path} ${reason.code}`} lang={told.lang(reason)} data-nf-rule={reason.code}>
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
