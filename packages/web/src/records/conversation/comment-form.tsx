import { Button, Checkbox } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { CommentBody, Problem } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import type { CommentDraft, WrittenComment } from './comment-draft.ts';
import { useCommentMutation, type Talk } from './conversation-api.ts';
import styles from './conversation.module.css';
import { MentionBox } from './mention-box.tsx';
import { summaryOf } from './summary.ts';
import { stillMentioned } from './mentions.ts';

interface CommentFormProps {
  readonly talk: Talk;
  readonly draft: CommentDraft;
  /** Whether the reader writes internal comments. */
  readonly mayInternal: boolean;
}

/** Writes a new comment. What is written stays until the server has said that it has it. */
export function CommentForm({ talk, draft, mayInternal }: CommentFormProps) {
  const { t, problem } = useTexts();
  const [send, { isLoading }] = useCommentMutation();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { written } = draft;
  const submit = async (): Promise<void> => {
    if (isLoading) return;
    setAttempt(attempt + 1);
    setFailure(null);
    const body = bodyOf(written, mayInternal);
    if (body.text.trim() === '') return setProblems([{ path: 'text', code: 'required', params: {} }]);
    setProblems([]);
    const { error } = await send({ ...talk, body, once: draft.keyOf(body) });
    if (error === undefined) return draft.clear(body.text);
    const failed = toFailure(error);
    const said = failed.problem?.errors ?? [];
    setProblems(said);
    setFailure(said.length > 0 ? null : failed);
  };
  const isInternal = mayInternal && written.internal;
  return (
    <form
      className={isInternal ? `${styles['form'] ?? ''} ${styles['inside'] ?? ''}` : styles['form']}
      noValidate
      data-nf-comment-form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      {written.quote !== null && (
        <blockquote className={styles['quote']}>
          {written.quote.text}
          <Button variant="subtle" size="compact-xs" onClick={() => draft.write({ quote: null })}>
            {t('conversation.no_quote')}
          </Button>
        </blockquote>
      )}
      <MentionBox
        talk={talk}
        id="nf-comment"
        label={isInternal ? t('conversation.write_internal') : t('conversation.write')}
        text={written.text}
        internal={isInternal}
        invalid={problems.length > 0}
        onText={(text) => {
          draft.write({ text });
          setProblems([]);
        }}
        onPick={(person) => draft.write({ picked: [...written.picked, person] })}
        onSend={() => void submit()}
      />
      <ErrorSummary key={attempt} items={summaryOf(problems, 'nf-comment', (each) => problem(each))} />
      {failure && <ActionFailure failure={failure} entity={talk.entity} onRetry={() => void submit()} />}
      <div className={styles['buttons']}>
        {mayInternal && (
          <Checkbox
            label={t('conversation.internal_only')}
            checked={written.internal}
            onChange={(event) => draft.write({ internal: event.currentTarget.checked })}
            data-nf-internal
          />
        )}
        <SaveButton busy={isLoading}>{t('conversation.send')}</SaveButton>
      </div>
    </form>
  );
}

function bodyOf({ text, picked, internal, quote }: WrittenComment, mayInternal: boolean): CommentBody {
  const mentions = stillMentioned(text, picked).map(({ id }) => id);
  return {
    text,
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(mayInternal && internal ? { internal } : {}),
    ...(quote === null ? {} : { quote: quote.id }),
  };
}
