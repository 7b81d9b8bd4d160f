import { useState } from 'react';
import { isList, type Wire } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useDropArea } from '../../fields/files/use-drop-area.ts';
import { useFiles } from '../../fields/files/use-files.ts';
import type { SummaryItem } from '../../kit/messages/error-summary.tsx';
import { filesId } from './summary.ts';

/** The files of a comment that is written: `value` holds those that have arrived and stand-ins for the others. `textId` is the DOM id of its text. */
export function useAttached(textId: string, value: readonly Wire[], onChange: (files: readonly Wire[]) => void) {
  const { t } = useTexts();
  const files = useFiles({ value, many: true, onChange: (next) => onChange(isList(next) ? next : []) });
  const { area, over } = useDropArea<HTMLFormElement>(files.take);
  const [isEarly, setEarly] = useState(false);
  const coming: SummaryItem = { path: 'files', text: t('conversation.files_coming'), targetId: filesId(textId) };
  return {
    files,
    /** What the form is given, so that files can be dropped on it and pasted into it. */
    area: { ref: area, 'data-over': over || undefined } as const,
    /** Whether all have arrived. If not, `early` says so from now on. */
    isReady: (): boolean => {
      setEarly(files.isComing);
      return !files.isComing;
    },
    early: isEarly && files.isComing ? [coming] : [],
  };
}

/** See `useAttached`. */
export type Attached = ReturnType<typeof useAttached>;
