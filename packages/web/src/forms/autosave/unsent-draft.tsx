import { Button } from '@mantine/core';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './drafts.module.css';
import { useMoments } from './use-moments.ts';

interface UnsentDraftProps {
  /** RFC 3339: when it was last typed at. */
  readonly at: string;
  /** Why it can be neither restored nor sent. */
  readonly why: string;
  /** What was typed, to read and to copy. */
  readonly children: ReactNode;
  /** Null where a part of the draft is offered elsewhere. */
  readonly onDiscard: (() => void) | null;
}

/** A draft for which there is no form now. */
export function UnsentDraft({ at, why, children, onDiscard }: UnsentDraftProps) {
  const { t } = useTexts();
  const title = t('draft.title', { time: useMoments()(at) });
  return (
    <section className={styles['offer']} aria-label={title} data-nf-unsent>
      <h2>
        <History size={16} aria-hidden /> {title}
      </h2>
      <p>{why}</p>
      {children}
      {onDiscard !== null && (
        <Button variant="default" mt="sm" onClick={onDiscard} data-nf-unsent-discard>
          {t('draft.discard')}
        </Button>
      )}
    </section>
  );
}

/** A text exactly as it was typed. */
export function UnsentText({ text }: { readonly text: string }) {
  return (
    <div className={styles['typed']} dir="auto">
      {text}
    </div>
  );
}
