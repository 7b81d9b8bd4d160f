import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { fileIn, isAccepted, memberOf, type StoredFile, type Wire } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useTold } from '../messages/use-told.ts';
import { FileLink } from '../cells/file-link.tsx';
import styles from './files.module.css';
import type { Underway } from './use-sending.ts';

interface FileRowProps {
  readonly item: Wire;
  /** The kinds that are taken; all where there are none. */
  readonly accept: readonly string[];
  /** How far it has come; null where it is here, or was lost with the page that sent it. */
  readonly underway: Underway | null;
  /** Where its content is read; null: nowhere yet. */
  readonly addressOf: (file: StoredFile) => string | null;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/** One file of a field: its name, how far it has come, and what can be done with it. */
export function FileRow({ item, accept, underway, addressOf, onRetry, onRemove }: FileRowProps) {
  const { t } = useTexts();
  const told = useTold();
  const file = fileIn(item);
  const name = file?.name ?? String(memberOf(item, 'name') ?? '');
  return (
    <li className={styles['row']}>
      <div className={styles['named']}>
        {file === null ? <bdi>{name}</bdi> : <FileLink file={file} address={addressOf(file)} />}
        {file !== null && !isAccepted(accept, file.type) && (
          <span className={styles['failed']} role="alert" data-nf-file-refused>
            {told.text({ code: 'wrong_kind', params: {} })}
          </span>
        )}
        {file === null && <Progress name={name} underway={underway} onRetry={onRetry} />}
      </div>
      <CloseButton
        aria-label={t(file === null && underway !== null ? 'files.cancel' : 'inputs.remove', { name })}
        onClick={onRemove}
      />
    </li>
  );
}

interface SendingProps extends Pick<FileRowProps, 'onRetry'> {
  readonly name: string;
  readonly underway: Underway;
}

function Progress({ name, underway, onRetry }: Pick<FileRowProps, 'underway' | 'onRetry'> & { readonly name: string }) {
  const { t } = useTexts();
  if (underway === null) return <span className={styles['failed']}>{t('files.lost')}</span>;
  return <Sending name={name} underway={underway} onRetry={onRetry} />;
}

/** How much has arrived, or why no more does. What failed is scrolled into view, once: further tries do not move the page. */
function Sending({ name, underway, onRetry }: SendingProps) {
  const { t } = useTexts();
  const told = useTold();
  const { file, received, failure, hurry } = underway;
  const box = useRef<HTMLSpanElement>(null);
  const hasFailed = failure !== null;
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [hasFailed]);
  if (failure === null)
    return (
      <progress
        className={styles['progress']}
        max={Math.max(1, file.size)}
        value={received}
        aria-label={t('files.sending', { name })}
      />
    );
  return (
    <span ref={box} className={styles['failed']} role="alert" data-nf-error={failure.code}>
      {told.text({ code: failure.code, params: failure.problem?.params ?? {} })}{' '}
      {hurry !== null && `${t('files.trying')} `}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('files.retry')}
      </Button>
    </span>
  );
}
