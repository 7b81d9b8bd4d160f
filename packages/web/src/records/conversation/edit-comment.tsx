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
import { useEditDraft } from './comment-draft.ts';
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
  const state = useWritten(talk, comment);
  const { text, setText, files, setFiles, picked, setPicked, version, setVersion, written } = state;
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [edit, { isLoading }] = useEditCommentMutation();
  const latest = useLatest(written);
  const id = `nf-edit-${comment.id}`;
  const attached = useAttached(id, files, setFiles);
  const typedNames = useTypedNames(talk);
  useCaretAtEnd(state.isLeft ? null : id);
  const [leaving, setLeaving] = useState(false);
  const close = (): void => {
    state.forget();
    onClose();
  };
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
      if (latest.current === written) close();
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
        <Button variant="default" onClick={() => (state.isChanged ? setLeaving(true) : close())} data-nf-cancel>
          {t('conversation.cancel')}
        </Button>
        <SaveButton busy={isLoading}>{t('conversation.save')}</SaveButton>
      </div>
      <LeaveDialog
        opened={leaving}
        onKeep={() => setLeaving(false)}
        onDiscard={close}
        onSave={() => {
          setLeaving(false);
          void submit();
        }}
      />
      {state.isTyped && <LeaveGuard when onSave={submit} onDiscard={close} />}
    </form>
  );
}

/** What is written, which is kept in the browser; it begins with what was left unsaved. */
function useWritten(talk: Talk, comment: CommentAnswer) {
  const { kept, keep } = useEditDraft(talk.entity, comment.id);
  const [text, setText] = useState(kept?.text ?? comment.text ?? '');
  const [files, setFiles] = useState<readonly Wire[]>(kept?.files ?? comment.files);
  const [picked, setPicked] = useState(kept?.picked ?? withTitles(comment.mentions));
  const [version, setVersion] = useState(kept?.version ?? comment.version);
  const written = JSON.stringify([text, files]);
  const [begun] = useState(written);
  const isChanged = written !== JSON.stringify([comment.text ?? '', comment.files]);
  useEffect(() => {
    if (written !== begun) keep(isChanged ? { text, files, picked, version } : null);
    // Only what is typed or added is kept anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [written]);
  const all = { text, setText, files, setFiles, picked, setPicked, version, setVersion };
  return {
    ...all,
    /** As text, to be compared. */
    written,
    isChanged,
    /** It is changed, and was typed at since it was opened. */
    isTyped: isChanged && written !== begun,
    /** It was left unsaved before. */
    isLeft: kept !== null,
    forget: () => keep(null),
  };
}

function idsOf(named: readonly { readonly id: string }[]): readonly string[] {
  return named.map(({ id }) => id);
}

/** What is typed next goes on where the text ends. */
function useCaretAtEnd(id: string | null): void {
  useEffect(() => {
    const box = id === null ? null : document.getElementById(id);
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
