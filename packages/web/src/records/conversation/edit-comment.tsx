import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { CommentAnswer, Problem } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { LeaveDialog } from '../../forms/view/leave-dialog.tsx';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { useEditCommentMutation, type Talk } from './conversation-api.ts';
import styles from './conversation.module.css';
import { MentionBox } from './mention-box.tsx';
import { summaryOf } from './summary.ts';
import { stillMentioned, withTitles } from './mentions.ts';

interface EditCommentProps {
  readonly talk: Talk;
  readonly comment: CommentAnswer;
  readonly onClose: () => void;
}

/** Changes the text of a comment of the reader's own. */
export function EditComment({ talk, comment, onClose }: EditCommentProps) {
  const { t, problem } = useTexts();
  const [text, setText] = useState(comment.text ?? '');
  const [picked, setPicked] = useState(withTitles(comment.mentions));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [edit, { isLoading }] = useEditCommentMutation();
  const [version, setVersion] = useState(comment.version);
  const latest = useRef(text);
  useEffect(() => void (latest.current = text));
  const id = `nf-edit-${comment.id}`;
  const [leaving, setLeaving] = useState(false);
  const isChanged = text !== (comment.text ?? '');
  const submit = async (): Promise<boolean> => {
    if (isLoading) return false;
    setAttempt(attempt + 1);
    setFailure(null);
    setProblems([]);
    const mentions = stillMentioned(text, picked).map((person) => person.id);
    const { data, error } = await edit({ ...talk, comment: comment.id, version, body: { text, mentions } });
    if (data !== undefined && latest.current !== text) {
      setVersion(data.version); // what was typed on since is saved by the next press
      return false;
    }
    if (error === undefined) {
      onClose();
      return true;
    }
    const failed = toFailure(error);
    const said = failed.problem?.errors ?? [];
    setProblems(said);
    setFailure(said.length > 0 ? null : failed);
    return false;
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MentionBox
        talk={talk}
        id={id}
        label={t('conversation.edit_label')}
        text={text}
        internal={comment.internal === true}
        invalid={problems.length > 0}
        onText={setText}
        onPick={(person) => setPicked((before) => [...before, person])}
        onSend={() => void submit()}
      />
      <ErrorSummary key={attempt} items={summaryOf(problems, id, (each) => problem(each))} />
      {failure && <ActionFailure failure={failure} entity={talk.entity} onRetry={() => void submit()} />}
      <div className={styles['buttons']}>
        <Button variant="default" onClick={() => (isChanged ? setLeaving(true) : onClose())} data-nf-cancel>
          {t('conversation.cancel')}
        </Button>
        <SaveButton busy={isLoading}>{t('conversation.save')}</SaveButton>
      </div>
      <LeaveDialog
        opened={leaving}
        onKeep={() => setLeaving(false)}
        onDiscard={onClose}
        onSave={() => {
          setLeaving(false);
          void submit();
        }}
      />
      {/* The page asks with one guard at a time: the one of a form around must not be silenced. */}
      {isChanged && <LeaveGuard when onSave={submit} onDiscard={onClose} />}
    </form>
  );
}
