import { screenPath } from '@ninefold/model';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { MarkdownWords } from '../../kit/markdown/markdown.tsx';
import { When } from '../history/when.tsx';
import { useFoundCommentsQuery } from './conversation-api.ts';
import styles from './conversation.module.css';

/** What people have said with these words, the newest first; `nothing` where nobody has. */
export function FoundComments({ typed, nothing }: { readonly typed: string; readonly nothing: ReactNode }) {
  const { t, entity: label } = useTexts();
  const model = useModel();
  const { currentData } = useFoundCommentsQuery(typed);
  if (currentData === undefined) return null;
  if (currentData.items.length === 0) return nothing;
  return (
    <section aria-labelledby="nf-found-comments" data-nf-found-comments={currentData.items.length}>
      <h2 id="nf-found-comments">{t('conversation.title')}</h2>
      <ul className={styles['found']}>
        {currentData.items.map(({ entity, record, id, at, by, text }) => (
          <li key={id} data-nf-comment={id}>
            <Link to={`${screenPath(model, entity, 'record', record.id) ?? '/'}#nf-comment-${id}`}>
              <bdi>{record.title ?? label(entity)}</bdi>
            </Link>
            {by !== null && <RecordLink entity="user" value={by} />}
            <When at={at} />
            <span className={styles['words']}>
              <MarkdownWords text={text} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
