import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { CommentAnswer, Entity, HistoryEntry, RecordValue } from '@ninefold/model';
import { useMe } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { UnsentDraft, UnsentText } from '../../forms/autosave/unsent-draft.tsx';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { HistoryLine } from '../history/history.tsx';
import { NOTHING_WRITTEN, useCommentDraft, useLeftEdits, type CommentDraft } from './comment-draft.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { useCommentsInfiniteQuery, useConversationQuery } from './conversation-api.ts';
import styles from './conversation.module.css';
import { Following } from './following.tsx';
import { keyOf, streamOf, type StreamFilter } from './stream.ts';
import { isNewer, useSeen } from './use-seen.ts';

interface ConversationProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** Null where the reader sees no history. */
  readonly history: readonly HistoryEntry[] | null;
  /** Buttons that take a step with what is written. */
  readonly steps: (written: WrittenText) => ReactNode;
}

/** A text where comments are written, which something else than a comment may send. */
export interface WrittenText {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** A button that sends it is pressed before anything is written. */
  readonly onEmpty: () => void;
  /** The server has this text. */
  readonly onSent: (text: string) => void;
}

const FILTERS: readonly StreamFilter[] = ['all', 'comments', 'changes'];
const NOTHING: readonly never[] = [];

/** What people say about a record and what was changed of it, in one stream. */
export function Conversation({ entity, record, history, steps }: ConversationProps) {
  const { t } = useTexts();
  const me = useMe();
  const talk = useMemo(() => ({ entity: entity.id, id: record.id }), [entity.id, record.id]);
  const [filter, setFilter] = useState<StreamFilter>('all');
  const box = useRef<HTMLElement>(null);
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useCommentsInfiniteQuery(talk);
  const { data: standing } = useConversationQuery(talk);
  const draft = useCommentDraft(talk);
  const comments = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NOTHING, [data]);
  const before = useSeen(talk, box, { standing, newest: comments[0] });
  const { edited, noteEdited } = useEdited(entity.id);
  const items = streamOf({ comments, entries: history ?? NOTHING, hasMore: hasNextPage, edited }, filter);
  const mayWrite = standing?.may.comment === true;
  useWriteCommand(entity, mayWrite);
  useShown(data !== undefined);
  const quote = (comment: CommentAnswer): void => {
    const text = [...(comment.text ?? '')].slice(0, 140).join('');
    draft.write({ quote: { id: comment.id, text }, ...(comment.internal === true ? { internal: true } : {}) });
    document.querySelector<HTMLElement>('#nf-comment')?.focus();
  };
  return (
    <section
      ref={box}
      id="nf-history"
      tabIndex={-1}
      className={`nf-panel ${styles['conversation'] ?? ''}`}
      aria-labelledby="nf-history-title"
      data-nf-conversation
    >
      <div className={styles['head']}>
        <h2 id="nf-history-title">{t(history === null ? 'conversation.title' : 'conversation.both')}</h2>
        {history !== null && <Filters filter={filter} onFilter={setFilter} />}
        {standing !== undefined && <Following talk={talk} standing={standing} />}
      </div>
      {mayWrite && (
        <CommentForm
          talk={talk}
          draft={draft}
          mayInternal={standing.may.internal}
          onSent={() => setFilter(showingSent)}
          steps={(onEmpty) =>
            steps({
              text: draft.written.text,
              onEmpty,
              onText: (text) => draft.write({ text }),
              onSent: (text) => draft.clear({ text }),
            })
          }
        />
      )}
      {standing?.may.comment === false && <UnsentComment draft={draft} />}
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      <Arrived comments={comments} />
      {data !== undefined && items.length === 0 && <p className={styles['gone']}>{t('conversation.none')}</p>}
      <ol className={styles['stream']}>
        {items.map((item) =>
          item.kind === 'change' ? (
            <HistoryLine key={keyOf(item)} entity={entity} record={record.id} entry={item.entry} />
          ) : (
            <CommentItem
              key={keyOf(item)}
              talk={talk}
              comment={item.comment}
              isNew={before !== undefined && item.comment.by?.id !== me.id && isNewer(item.comment.id, before)}
              isEdited={edited.has(item.comment.id) && item.comment.text !== null}
              onEdited={(isEdited) => noteEdited(item.comment.id, isEdited)}
              onQuote={mayWrite ? quote : null}
            />
          ),
        )}
      </ol>
      {hasNextPage && filter !== 'changes' && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} data-nf-older>
          {t('conversation.older')}
        </Button>
      )}
    </section>
  );
}

interface FiltersProps {
  readonly filter: StreamFilter;
  readonly onFilter: (filter: StreamFilter) => void;
}

function Filters({ filter, onFilter }: FiltersProps) {
  const { t } = useTexts();
  return (
    <fieldset aria-label={t('conversation.filter')} className={styles['filters']}>
      {FILTERS.map((each) => (
        <Button
          key={each}
          size="compact-sm"
          variant={filter === each ? 'light' : 'subtle'}
          aria-pressed={filter === each}
          onClick={() => onFilter(each)}
          data-nf-filter={each}
        >
          {t(`conversation.filter_${each}`)}
        </Button>
      ))}
    </fieldset>
  );
}

/** A filter that shows a comment which was just sent. */
function showingSent(filter: StreamFilter): StreamFilter {
  return filter === 'changes' ? 'all' : filter;
}

/** What the reader wrote before they could no longer write here. */
function UnsentComment({ draft: { written, keptAt, write } }: { readonly draft: CommentDraft }) {
  const { t } = useTexts();
  if (keptAt === null || written.text === '') return null;
  return (
    <UnsentDraft at={keptAt} why={t('conversation.unsent')} onDiscard={() => write(NOTHING_WRITTEN)}>
      <UnsentText text={written.text} />
    </UnsentDraft>
  );
}

/** The ids of the comments that are being changed; a change that was left unsaved goes on. */
function useEdited(entity: string) {
  const left = useLeftEdits(entity);
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set(left));
  const noteEdited = (id: string, isEdited: boolean): void =>
    setEdited((now) => new Set(isEdited ? [...now, id] : [...now].filter((each) => each !== id)));
  return { edited, noteEdited };
}

/** N leads to the field of a new comment. */
function useWriteCommand(entity: Entity, mayWrite: boolean): void {
  const texts = useTexts();
  const commands = useMemo(
    () =>
      mayWrite
        ? [
            command({
              id: 'record.comment',
              scope: 'record',
              label: texts.t('conversation.write'),
              group: texts.entity(entity.id),
              keys: ['n'],
              run: () => document.querySelector<HTMLElement>('#nf-comment')?.focus(),
            }),
          ]
        : [],
    [texts, entity, mayWrite],
  );
  useCommands(commands);
}

/** Shows the comment that the address names, once it is there. */
function useShown(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isLoaded || !hash.startsWith('#nf-comment-')) return;
    const item = document.getElementById(hash.slice(1));
    item?.scrollIntoView({ block: 'center' });
    item?.focus({ preventScroll: true });
  }, [isLoaded, hash]);
}

/** Says politely who has written while the page was open. */
function Arrived({ comments }: { readonly comments: readonly CommentAnswer[] }) {
  const { t } = useTexts();
  const me = useMe();
  const [first, setFirst] = useState<string | null>(null);
  const newest = comments[0];
  if (first === null && newest !== undefined) setFirst(newest.id);
  const isNews = newest !== undefined && first !== null && newest.id > first && newest.by?.id !== me.id;
  return (
    <output className="nf-hidden">
      {isNews ? t('conversation.arrived', { name: newest.by?.title ?? t('history.system') }) : ''}
    </output>
  );
}
