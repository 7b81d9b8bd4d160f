import { Button } from '@mantine/core';
import { Lock, MessageSquare } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { CommentAnswer } from '@ninefold/model';
import { useMe } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { Markdown } from '../../kit/markdown/markdown.tsx';
import { When } from '../history/when.tsx';
import { CommentFiles } from './comment-files.tsx';
import { useTakeBackCommentMutation, useWholeCommentQuery, type Talk } from './conversation-api.ts';
import { noteFinal } from '../../kit/undo/undo-stack.ts';
import { joinWords } from '../../base/texts/words.ts';
import styles from './conversation.module.css';
import { withTitles } from './mentions.ts';
import { EditComment } from './edit-comment.tsx';

interface CommentItemProps {
  readonly talk: Talk;
  readonly comment: CommentAnswer;
  /** The reader has not seen it before. */
  readonly isNew: boolean;
  /** The reader changes it. */
  readonly isEdited: boolean;
  readonly onEdited: (isEdited: boolean) => void;
  /** Null where the reader writes no comments. */
  readonly onQuote: ((comment: CommentAnswer) => void) | null;
}

/** One comment, with what its reader may do with it. */
export function CommentItem({ talk, comment, isNew, isEdited, onEdited, onQuote }: CommentItemProps) {
  const { t } = useTexts();
  const me = useMe();
  const [asks, setAsks] = useState(false);
  const mode = isEdited ? 'edit' : asks ? 'ask' : 'read';
  const item = useRef<HTMLLIElement>(null);
  useBackTo(item, mode);
  const isInternal = comment.internal === true;
  const isMine = comment.mentions.some(({ id }) => id === me.id);
  return (
    <li
      ref={item}
      id={`nf-comment-${comment.id}`}
      tabIndex={-1}
      className={[styles['comment'], isInternal && styles['inside'], isNew && styles['fresh']]
        .filter(Boolean)
        .join(' ')}
      data-nf-comment={comment.id}
      data-nf-new={isNew || undefined}
      data-nf-audience={isInternal ? 'internal' : undefined}
    >
      <p className={styles['who']}>
        <MessageSquare size={16} aria-hidden className={styles['glyph']} />
        {comment.by === null ? t('history.system') : <RecordLink entity="user" value={comment.by} />}
        <When at={comment.at} />
        {comment.edited_at !== null && comment.text !== null && <Edited talk={talk} comment={comment} />}
        {isNew && <span className={styles['mark']}>{t('conversation.new')}</span>}
        {isInternal && (
          <span className={styles['mark']}>
            <Lock size={12} aria-hidden /> {t('conversation.internal')}
          </span>
        )}
        {isMine && <span className={styles['mark']}>{t('conversation.mentions_you')}</span>}
        <Named comment={comment} me={me.id} />
        {comment.key_by !== null && (
          <span>
            {t('history.by_key_of')} <RecordLink entity="user" value={comment.key_by} />
          </span>
        )}
      </p>
      {comment.quote !== null && (
        <blockquote className={styles['quote']}>
          {comment.quote.by !== null && <RecordLink entity="user" value={comment.quote.by} />}{' '}
          {comment.quote.text ?? t('conversation.gone')}
        </blockquote>
      )}
      {comment.taken_back !== null && (
        <p className={styles['gone']} data-nf-taken-back>
          {t('conversation.taken_back')}{' '}
          {comment.taken_back.by !== null && <RecordLink entity="user" value={comment.taken_back.by} />}{' '}
          <When at={comment.taken_back.at} />
        </p>
      )}
      {mode === 'edit' && <EditComment talk={talk} comment={comment} onClose={() => onEdited(false)} />}
      {mode !== 'edit' && comment.text !== null && <Markdown text={comment.text} />}
      {mode !== 'edit' && <CommentFiles talk={talk} comment={comment} />}
      {mode === 'ask' && <TakeBack talk={talk} comment={comment} onClose={() => setAsks(false)} />}
      {mode === 'read' && comment.text !== null && (
        <div className={styles['actions']}>
          {onQuote !== null && (
            <Act name="quote" comment={comment} onPress={() => onQuote(comment)} label={t('conversation.quote')} />
          )}
          {comment.may.edit && (
            <Act name="edit" comment={comment} onPress={() => onEdited(true)} label={t('conversation.edit')} />
          )}
          {comment.may.take_back && (
            <Act name="take-back" comment={comment} onPress={() => setAsks(true)} label={t('conversation.take_back')} />
          )}
        </div>
      )}
    </li>
  );
}

/** Whom else the comment has told: a name behind `@` that was none looks the same in its text. */
function Named({ comment, me }: { readonly comment: CommentAnswer; readonly me: string }) {
  const { t, language } = useTexts();
  const names = withTitles(comment.mentions.filter(({ id }) => id !== me)).map(({ title }) => title);
  if (names.length === 0) return null;
  return (
    <span className={styles['mark']} data-nf-named>
      {t('conversation.mentions', { names: joinWords(names, language) })}
    </span>
  );
}

/** Gives the focus back to the button that began what has ended, or to the comment where that button is gone. */
function useBackTo(item: RefObject<HTMLLIElement | null>, mode: 'read' | 'edit' | 'ask'): void {
  const before = useRef(mode);
  useEffect(() => {
    const was = before.current;
    before.current = mode;
    if (mode !== 'read' || was === 'read' || document.activeElement !== document.body) return;
    const name = was === 'edit' ? 'edit' : 'take-back';
    (item.current?.querySelector<HTMLElement>(`[data-nf-comment-action="${name}"]`) ?? item.current)?.focus();
  }, [item, mode]);
}

interface ActProps {
  readonly name: string;
  readonly comment: CommentAnswer;
  readonly label: string;
  readonly onPress: () => void;
}

function Act({ name, comment, label, onPress }: ActProps) {
  return (
    <Button variant="subtle" size="compact-xs" onClick={onPress} data-nf-comment-action={name}>
      {label}
      <span className="nf-hidden"> {comment.by?.title ?? ''}</span>
    </Button>
  );
}

/** That a comment was edited; what it said before is shown at a press. */
function Edited({ talk, comment }: Pick<CommentItemProps, 'talk' | 'comment'>) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { data } = useWholeCommentQuery({ ...talk, comment: comment.id }, { skip: !isOpen });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        data-nf-comment-action="earlier"
      >
        {t('conversation.edited')}
      </Button>
      {isOpen && data !== undefined && (
        <span className={styles['earlier']}>
          {data.earlier.map(({ at, text }) => (
            <span key={at} data-nf-earlier>
              <When at={at} /> {text}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** Asks once more: a text that is taken back is gone for good. */
function TakeBack({ talk, comment, onClose }: Pick<CommentItemProps, 'talk' | 'comment'> & { onClose: () => void }) {
  const { t } = useTexts();
  const [takeBack, { error, isLoading }] = useTakeBackCommentMutation();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const run = async (): Promise<void> => {
    const answer = await takeBack({ ...talk, comment: comment.id });
    if (answer.error !== undefined) return;
    noteFinal(t('conversation.final'));
    onClose();
  };
  return (
    <div className={styles['ask']}>
      <span>{t(comment.files.length > 0 ? 'conversation.take_back_ask_files' : 'conversation.take_back_ask')}</span>
      <Button ref={keep} variant="default" size="xs" onClick={onClose}>
        {t('conversation.keep')}
      </Button>
      <Button color="red" size="xs" loading={isLoading} onClick={() => void run()} data-nf-take-back>
        {t('conversation.take_back')}
      </Button>
      {error !== undefined && (
        <ActionFailure failure={toFailure(error)} entity={talk.entity} onRetry={() => void run()} />
      )}
    </div>
  );
}
