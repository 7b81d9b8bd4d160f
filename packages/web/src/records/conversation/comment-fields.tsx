import type { Problem } from '@ninefold/model';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FileList } from '../../fields/files/file-list.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { MentionBox, type MentionBoxProps } from './mention-box.tsx';
import { filesId, summaryOf } from './summary.ts';
import type { Attached } from './use-attached.ts';

interface CommentFieldsProps extends Omit<MentionBoxProps, 'invalid'> {
  readonly attached: Attached;
  readonly problems: readonly Problem[];
  readonly failure: Failure | null;
  /** Grows with each press, so that what is still wrong is told anew. */
  readonly attempt: number;
}

/** The text and the files of a comment that is written, and what is wrong with them. */
export function CommentFields({ attached, problems, failure, attempt, ...box }: CommentFieldsProps) {
  const { problem } = useTexts();
  const { id, talk, onSend } = box;
  const wrong = [...attached.early, ...summaryOf(problems, id, (each) => problem(each))];
  return (
    <>
      <MentionBox {...box} invalid={problems.length > 0} />
      <FileList files={attached.files} accept={[]} addressOf={() => null} control={filesId(id)} />
      <ErrorSummary key={attempt} items={wrong} />
      {failure && <ActionFailure failure={failure} entity={talk.entity} onRetry={onSend} />}
    </>
  );
}
