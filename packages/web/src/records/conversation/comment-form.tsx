import { Button, Checkbox } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { filesIn, type CommentBody, type Problem } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FileButtons } from '../../fields/files/file-buttons.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { noteFinal } from '../../kit/undo/undo-stack.ts';
import type { CommentDraft, WrittenComment } from './comment-draft.ts';
import { CommentFields } from './comment-fields.tsx';
import { useCommentMutation, type Talk } from './conversation-api.ts';
import styles from './conversation.module.css';
import { filesId } from './summary.ts';
import { stillMentioned } from './mentions.ts';
import { useAttached } from './use-attached.ts';
import { useTypedNames } from './use-offered.ts';

interface CommentFormProps {
  readonly talk: Talk;
  readonly draft: CommentDraft;
  /** Whether the reader writes internal comments. */
  readonly mayInternal: boolean;
  /** The server has the comment. */
  readonly onSent: () => void;
  /** Further buttons that send a text which is nothing but a text. */
  readonly steps: (onEmpty: () => void) => ReactNode;
}

const NO_TEXT: readonly Problem[] = [{ path: 'text', code: 'required', params: {} }];

/** Writes a new comment. What is written stays until the server has said that it has it. */
export function CommentForm({ talk, draft, mayInternal, onSent, steps }: CommentFormProps) {
  const { t } = useTexts();
  const [send, { isLoading }] = useCommentMutation();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { written } = draft;
  const isInternal = mayInternal && written.internal;
  const typedNames = useTypedNames(talk);
  const attached = useAttached('nf-comment', written.files, (files) => draft.write({ files }));
  const submit = async (): Promise<void> => {
    if (isLoading) return;
    setAttempt(attempt + 1);
    setFailure(null);
    if (!attached.isReady()) return setProblems([]);
    const picked = await typedNames({ ...written, internal: isInternal });
    const body = bodyOf({ ...written, picked }, mayInternal);
    if (body.text.trim() === '' && body.files === undefined) return setProblems(NO_TEXT);
    setProblems([]);
    const { error } = await send({ ...talk, body, once: draft.keyOf(body) });
    if (error === undefined) {
      noteFinal(t('conversation.final'));
      draft.clear(body);
      return onSent();
    }
    const failed = toFailure(error);
    const said = failed.problem?.errors ?? [];
    setProblems(said);
    setFailure(said.length > 0 ? null : failed);
  };
  return (
    <form
      {...attached.area}
      className={isInternal ? `${styles['form'] ?? ''} ${styles['inside'] ?? ''}` : styles['form']}
      noValidate
      data-nf-comment-form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Quoted draft={draft} />
      <CommentFields
        talk={talk}
        id="nf-comment"
        label={isInternal ? t('conversation.write_internal') : t('conversation.write')}
        text={written.text}
        internal={isInternal}
        {...{ attached, problems, failure, attempt }}
        onText={(text) => {
          draft.write({ text });
          setProblems([]);
        }}
        onPick={(person) => draft.write({ picked: [...written.picked, person] })}
        onSend={() => void submit()}
      />
      <div className={styles['buttons']}>
        <FileButtons id={filesId('nf-comment')} name="comment" many accept={[]} onFiles={attached.files.take} />
        {mayInternal && (
          <Checkbox
            label={t('conversation.internal_only')}
            checked={written.internal}
            onChange={(event) => draft.write({ internal: event.currentTarget.checked })}
            data-nf-internal
          />
        )}
        {isPlain(written) && steps(() => setProblems(NO_TEXT))}
        <SaveButton busy={isLoading}>{t('conversation.send')}</SaveButton>
      </div>
    </form>
  );
}

/** What is quoted, above the text. The button that leaves it goes with it, and gives the keys to the text. */
function Quoted({ draft: { written, write } }: Pick<CommentFormProps, 'draft'>) {
  const { t } = useTexts();
  if (written.quote === null) return null;
  const leave = (): void => {
    write({ quote: null });
    document.querySelector<HTMLElement>('#nf-comment')?.focus();
  };
  return (
    <blockquote className={styles['quote']}>
      {written.quote.text}
      <Button variant="subtle" size="compact-xs" onClick={leave}>
        {t('conversation.no_quote')}
      </Button>
    </blockquote>
  );
}

/** Whether what is written is nothing but a text, for everybody who reads the record. */
function isPlain({ text, picked, files, internal, quote }: WrittenComment): boolean {
  return quote === null && !internal && files.length === 0 && stillMentioned(text, picked).length === 0;
}

function bodyOf({ text, picked, files, internal, quote }: WrittenComment, mayInternal: boolean): CommentBody {
  const mentions = stillMentioned(text, picked).map(({ id }) => id);
  const ids = filesIn(files).map(({ id }) => id);
  return {
    text,
    ...(ids.length > 0 ? { files: ids } : {}),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(mayInternal && internal ? { internal } : {}),
    ...(quote === null ? {} : { quote: quote.id }),
  };
}
