import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { filesIn, type CommentAnswer, type Problem, type Wire } from '@ninefold/model';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FileButtons } from '../../fields/files/file-buttons.tsx';
import { noteFinal } from '../../kit/undo/undo-stack.ts';
import { LeaveDialog } from '../../forms/view/leave-dialog.tsx';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { CommentFields } from './comment-fields.tsx';
import { useEditCommentMutation, type Talk } from './conversation-api.ts';
import styles from './conversation.module.css';
import { filesId } from './summary.ts';
import { withTitles } from './mentions.ts';
import { useAttached } from './use-attached.ts';
import { useTypedNames } from './use-offered.ts';

interface EditCommentProps {
  readonly talk: Talk;
  readonly comment: CommentAnswer;
  readonly onClose: () => void;
}

/** Changes the text and the files of a comment of the reader's own. */
export function EditComment({ talk, comment, onClose }: EditCommentProps) {
  const { t } = useTexts();
  const [text, setText] = useState(comment.text ?? '');
  const [files, setFiles] = useState<readonly Wire[]>(comment.files);
  const [picked, setPicked] = useState(withTitles(comment.mentions));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [edit, { isLoading }] = useEditCommentMutation();
  const [version, setVersion] = useState(comment.version);
  const written = JSON.stringify([text, files]);
  const latest = useLatest(written);
  const id = `nf-edit-${comment.id}`;
  const attached = useAttached(id, files, setFiles);
  const typedNames = useTypedNames(talk);
  useCaretAtEnd(id);
  const [leaving, setLeaving] = useState(false);
  const isChanged = written !== JSON.stringify([comment.text ?? '', comment.files]);
  const submit = async (): Promise<boolean> => {
    if (isLoading) return false;
    setAttempt(attempt + 1);
    setFailure(null);
    setProblems([]);
    if (!attached.isReady()) return false;
    const named = await typedNames({ text, internal: comment.internal === true, picked });
    const body = { text, mentions: idsOf(named), files: idsOf(filesIn(files)) };
    const { data, error } = await edit({ ...talk, comment: comment.id, version, body });
    if (data !== undefined) {
      noteFinal(t('conversation.final'));
      setVersion(data.version); // what was typed on or added since is saved by the next press
      if (latest.current === written) onClose();
      return latest.current === written;
    }
    const failed = toFailure(error);
    const said = failed.problem?.errors ?? [];
    setProblems(said);
    setFailure(said.length > 0 ? null : failed);
    return false;
  };
  return (
    <form
      {...attached.area}
      className={styles['form']}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <CommentFields
        talk={talk}
        id={id}
        label={t('conversation.edit_label')}
        text={text}
        internal={comment.internal === true}
        {...{ attached, problems, failure, attempt }}
        onText={setText}
        onPick={(person) => setPicked((before) => [...before, person])}
        onSend={() => void submit()}
      />
      <div className={styles['buttons']}>
        <FileButtons id={filesId(id)} name="edited" many accept={[]} onFiles={attached.files.take} />
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
      {isChanged && <LeaveGuard when onSave={submit} onDiscard={onClose} />}
    </form>
  );
}

function idsOf(named: readonly { readonly id: string }[]): readonly string[] {
  return named.map(({ id }) => id);
}

/** What is typed next goes on where the text ends. */
function useCaretAtEnd(id: string): void {
  useEffect(() => {
    const box = document.getElementById(id);
    if (!(box instanceof HTMLTextAreaElement)) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }, [id]);
}

/** What holds the value as it is now, also in a function that waits. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => void (latest.current = value));
  return latest;
}
