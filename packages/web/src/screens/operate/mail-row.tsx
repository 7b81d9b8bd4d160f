import { Button } from '@mantine/core';
import { Dialog } from '../../kit/dialogs/dialog.tsx';
import type { MailAnswer, MailState } from '@ninefold/model';
import { useState } from 'react';
import { useFormat } from '../../base/format/use-format.ts';
import { toFailure } from '../../base/store/failure.ts';
import { joinWords } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ActionFailure, ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import classes from './operate.module.css';
import { useMailPreviewQuery, useSendAgainMutation } from './operate-api.ts';

/** What may be sent at once. */
const AGAIN: ReadonlySet<MailState> = new Set(['waiting', 'unsent', 'refused', 'given_up', 'bounced']);

/** One mail: to whom, about what, what became of it, and what an operator may do. */
export function MailRow({ item }: { readonly item: MailAnswer }) {
  const { t, entity: named, language } = useTexts();
  const { instant } = useFormat();
  const [send, { error, isLoading }] = useSendAgainMutation();
  const [isShown, setShown] = useState(false);
  const { id, person, entity, record, kinds, state, at } = item;
  const again = (): void => void send(id);
  return (
    <tr data-nf-mail={id} data-nf-mail-state={state}>
      <th scope="row">
        <RecordLink entity="user" value={{ ...person }} />
      </th>
      <td data-label={t('operate.mail.about')}>
        {item.way === 'daily' && t('operate.mail.morning')}
        {entity !== null && named(entity)}{' '}
        {entity !== null && record !== null && <RecordLink entity={entity} value={{ ...record }} />}
        <div className={classes['since']}>
          {joinWords(
            kinds.map((kind) => t(`operate.mail.kinds.${kind}`)),
            language,
          )}
        </div>
      </td>
      <td data-label={t('operate.mail.at')}>{instant(at)}</td>
      <td data-label={t('operate.mail.state')}>
        <State item={item} />
      </td>
      <td data-label={t('operate.mail.acts')}>
        <div className={classes['actions']}>
          <Button variant="default" size="xs" onClick={() => setShown(true)} data-nf-act="show">
            {t('operate.mail.show')}
          </Button>
          {AGAIN.has(state) && (
            <Button variant="default" size="xs" loading={isLoading} onClick={again} data-nf-act="again">
              {t(state === 'waiting' ? 'operate.mail.now' : 'operate.mail.again')}
            </Button>
          )}
        </div>
        {error !== undefined && <ActionFailure failure={toFailure(error)} onRetry={again} />}
        {isShown && <Preview id={id} onClose={() => setShown(false)} />}
      </td>
    </tr>
  );
}

const REASONS: ReadonlySet<string> = new Set([
  'connection',
  'sign_in',
  'encryption',
  'certificate',
  'time',
  'address',
  'other',
  'bounced',
]);

function State({ item: { state, due, sent_at: sentAt, tries, reason } }: { readonly item: MailAnswer }) {
  const { t } = useTexts();
  const { instant, number } = useFormat();
  const why =
    reason === null
      ? null
      : REASONS.has(reason)
        ? t(`operate.mail.reasons.${reason}`)
        : t('operate.mail.answered', { code: reason });
  return (
    <>
      {t(`operate.mail.states.${state}`)}
      {why !== null && <div>{why}</div>}
      {sentAt !== null && <div className={classes['since']}>{instant(sentAt)}</div>}
      {due !== null && <div className={classes['since']}>{t('operate.mail.due', { at: instant(due) })}</div>}
      {tries > 1 && (
        <div className={classes['since']}>{t('operate.mail.tries', { count: tries, number: number(tries, 0) })}</div>
      )}
    </>
  );
}

/** What the mail says, with no more of its records than the operator may read. */
function Preview({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTexts();
  const { data, error, refetch } = useMailPreviewQuery(id);
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('operate.mail.preview')}>
      <p>{t('operate.mail.preview_lead')}</p>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && (
        <>
          <p>
            <strong>{data.subject}</strong>
          </p>
          <pre className={classes['letter']}>{data.text}</pre>
        </>
      )}
    </Dialog>
  );
}
