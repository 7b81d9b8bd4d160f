import type { CommentAnswer } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { FileLink } from '../../fields/cells/file-link.tsx';
import type { Talk } from './conversation-api.ts';
import styles from './conversation.module.css';

interface CommentFilesProps {
  readonly talk: Talk;
  readonly comment: CommentAnswer;
}

/** The files of a comment, each with a link to its content. */
export function CommentFiles({ talk, comment: { id, files } }: CommentFilesProps) {
  const { t } = useTexts();
  if (files.length === 0) return null;
  return (
    <ul className={styles['files']} aria-label={t('conversation.files')}>
      {files.map((file) => (
        <li key={file.id}>
          <FileLink file={file} address={`/api/${talk.entity}/${talk.id}/comments/${id}/${file.id}`} />
        </li>
      ))}
    </ul>
  );
}
