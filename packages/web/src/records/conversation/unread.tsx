import { screenPath } from '@ninefold/model';
import { AtSign, MessageSquare } from 'lucide-react';
import { Link } from 'react-router';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { When } from '../history/when.tsx';
import { useUnreadQuery } from './conversation-api.ts';
import styles from './conversation.module.css';

/** The records that the reader follows and about which others have written since. Nothing where there is nothing new. */
export function Unread() {
  const { t, entity: label } = useTexts();
  const model = useModel();
  const { data } = useUnreadQuery(undefined);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="nf-panel" aria-labelledby="nf-unread" data-nf-unread={data.items.length}>
      <h2 id="nf-unread" className={styles['heading']}>
        {t('conversation.unread')}
      </h2>
      <ul className={styles['found']}>
        {data.items.map(({ entity, record, unread, mentioned, at }) => (
          <li key={record.id} data-nf-record={record.id}>
            {mentioned ? <AtSign size={16} aria-hidden /> : <MessageSquare size={16} aria-hidden />}
            <Link to={`${screenPath(model, entity, 'record', record.id) ?? '/'}#nf-history`}>
              <bdi>{record.title ?? label(entity)}</bdi>
            </Link>
            <span>{t('conversation.unread_count', { count: unread })}</span>
            {mentioned && <strong>{t('conversation.mentions_you')}</strong>}
            <When at={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
