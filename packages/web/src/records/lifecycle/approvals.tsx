import { Button } from '@mantine/core';
import { AlarmClock, Check, Hourglass, TriangleAlert, UserCheck, UserX } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { ApprovalAnswer, Entity, RecordValue } from '@ninefold/model';
import { useWithdrawMutation } from '../../base/calls/approval-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { noteFinal } from '../../kit/undo/undo-stack.ts';
import styles from './transition.module.css';
import { approvedFor } from '../approvals/press-count.ts';
import { useApprovals } from '../approvals/use-approvals.ts';

/** Who has approved the record and when, who is awaited since when, and the way to withdraw the own approval. */
export function Approvals({ entity, record }: { readonly entity: Entity; readonly record: RecordValue }) {
  const approvals = useApprovals(entity, record);
  const { withdraw, going, refused } = useWithdraw(entity, record);
  return (
    <>
      {approvals.map((approval) => (
        <Approval
          key={approval.transition}
          entity={entity}
          approval={approval}
          going={going}
          onWithdraw={() => void withdraw(approval.transition)}
        />
      ))}
      {refused && (
        <ActionFailure failure={refused.failure} entity={entity.id} onRetry={() => void withdraw(refused.transition)} />
      )}
    </>
  );
}

interface Refused {
  readonly record: string;
  readonly transition: string;
  readonly failure: Failure;
}

/** Withdraws the own approval. The refusal outlives the list: the record may have moved on, and then no approval is left to show. */
function useWithdraw(entity: Entity, record: RecordValue) {
  const { t, entity: nameOf } = useTexts();
  const [send, { isLoading }] = useWithdrawMutation();
  const [refused, setRefused] = useState<Refused | null>(null);
  const withdraw = async (transition: string): Promise<void> => {
    setRefused(null);
    const { error } = await send({ entity: entity.id, id: record.id, transition });
    const name = record.title ?? nameOf(entity.id);
    if (error === undefined)
      noteFinal(t('undo.final', { what: t('record.step_done', { name, what: t('approvals.withdraw') }) }));
    if (error !== undefined) setRefused({ record: record.id, transition, failure: toFailure(error) });
  };
  return { withdraw, going: isLoading, refused: refused?.record === record.id ? refused : null };
}

interface ApprovalProps {
  readonly entity: Entity;
  readonly approval: ApprovalAnswer;
  readonly going: boolean;
  readonly onWithdraw: () => void;
}

function Approval({ entity, approval, going, onWithdraw }: ApprovalProps) {
  const { t, transition } = useTexts();
  const title = `nf-approvals-${approval.transition}`;
  const params = { transition: transition(entity.id, approval.transition), count: approvedFor(approval) };
  return (
    <section className={styles['approvals']} aria-labelledby={title} data-nf-approvals={approval.transition}>
      <h2 id={title}>{t('approvals.title', { ...params, needed: approval.needed })}</h2>
      {approval.stuck && (
        <p className={styles['stuck']} data-nf-approvals-stuck>
          <TriangleAlert size={16} aria-hidden />
          <span>{t('approvals.stuck')}</span>
        </p>
      )}
      <ul>
        {approval.presses.map((press) => (
          <Given key={press.by.id} press={press} />
        ))}
        {approval.awaits.map((person, index) => (
          <Awaited key={person.id} approval={approval} index={index} />
        ))}
        {approval.not_asked.map(({ person, why }) => (
          <li key={person.id} data-nf-not-asked={why}>
            <UserX size={16} aria-hidden />
            <span>
              <RecordLink entity="user" value={person} />
              {' · '}
              {t(`approvals.not_asked.${why}`)}
            </span>
          </li>
        ))}
        {approval.substitutes.map((one) => (
          <Substitute key={`${one.person.id} ${one.substitute.id}`} value={one} />
        ))}
        {approval.deputies.map((one) => (
          <Deputy key={`${one.person.id} ${one.deputy.id}`} value={one} />
        ))}
        {approval.escalated.length > 0 && <Escalated people={approval.escalated} />}
      </ul>
      {approval.mine === 'withdraw' && (
        <Button variant="default" loading={going} onClick={onWithdraw} data-nf-withdraw={approval.transition}>
          {t('approvals.withdraw')}
        </Button>
      )}
    </section>
  );
}

function Given({
  press: { by, for: approver, through, at, counts },
}: {
  readonly press: ApprovalAnswer['presses'][number];
}) {
  const { t } = useTexts();
  const { instant } = useFormat();
  return (
    <li data-nf-pressed={by.id}>
      <Check size={16} aria-hidden />
      <span>
        <RecordLink entity="user" value={by} />
        {approver !== null && (
          <>
            {' '}
            {t('history.for')} <RecordLink entity="user" value={approver} />
          </>
        )}
        {through !== null && through.id !== approver?.id && (
          <>
            {' '}
            {t('history.through')} <RecordLink entity="user" value={through} />
          </>
        )}
        {' · '}
        {t('approvals.given', { when: instant(at) })}
        {!counts && <> · {t('approvals.void')}</>}
      </span>
    </li>
  );
}

function Awaited({ approval, index }: { readonly approval: ApprovalAnswer; readonly index: number }) {
  const { t } = useTexts();
  const { instant } = useFormat();
  const person = approval.awaits[index];
  if (person === undefined) return null;
  const isLater = approval.ordered && index > 0;
  const isUnable = approval.unable.some(({ id }) => id === person.id);
  const Icon = isUnable ? UserX : Hourglass;
  const wait = isLater ? t('approvals.later') : t('approvals.awaited', { when: instant(approval.since) });
  return (
    <li data-nf-awaited={person.id}>
      <Icon size={16} aria-hidden />
      <span>
        <RecordLink entity="user" value={person} />
        {' · '}
        {isUnable ? t('approvals.unable') : wait}
      </span>
    </li>
  );
}

/** Who may approve in the place of somebody who is awaited, as the specification says. */
function Substitute({ value: { person, substitute } }: { readonly value: ApprovalAnswer['substitutes'][number] }) {
  const { t } = useTexts();
  return (
    <li data-nf-substitute={substitute.id}>
      <UserCheck size={16} aria-hidden />
      <span>
        <RecordLink entity="user" value={substitute} /> (
        {t('approvals.substitute', { person: person.title ?? person.id })})
      </span>
    </li>
  );
}

/** Who may approve in the place of somebody who is awaited, until when. */
function Deputy({ value: { person, deputy, until } }: { readonly value: ApprovalAnswer['deputies'][number] }) {
  const { t } = useTexts();
  const { date } = useFormat();
  return (
    <li data-nf-deputy={deputy.id}>
      <UserCheck size={16} aria-hidden />
      <span>
        <RecordLink entity="user" value={deputy} /> (
        {t('approvals.deputy', { person: person.title ?? person.id, until: date(until) })})
      </span>
    </li>
  );
}

/** Who may approve in the place of those who have not done so in time. */
function Escalated({ people }: { readonly people: ApprovalAnswer['escalated'] }) {
  const { t } = useTexts();
  return (
    <li data-nf-escalated>
      <AlarmClock size={16} aria-hidden />
      <span>
        {t('approvals.escalated')}{' '}
        {people.map((person, index) => (
          <Fragment key={person.id}>
            {index > 0 && ', '}
            <RecordLink entity="user" value={person} />
          </Fragment>
        ))}
      </span>
    </li>
  );
}
