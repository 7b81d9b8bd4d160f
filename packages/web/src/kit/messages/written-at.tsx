import { ActionIcon } from '@mantine/core';
import { Info } from 'lucide-react';
import type { Problem } from '@ninefold/model';
import { useWrittenAt } from '../../base/model/use-written-at.ts';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { LatePopover } from '../floating/late-popover.tsx';
import classes from './messages.module.css';

interface WrittenAtProps {
  readonly problems: readonly (Pick<Problem, 'code' | 'params'> & { readonly path?: string })[];
  /** What the refused call was about. */
  readonly entity?: string | undefined;
}

/** The lines of the specification that refuse, for those who may read it, behind a button. */
export function WrittenAt({ problems, entity }: WrittenAtProps) {
  const { t, language } = useTexts();
  const places = useWrittenAt(problems, entity);
  const lineOf = (place: string): string => {
    const end = place.lastIndexOf(':');
    return t('error.written_line', { file: place.slice(0, end), line: place.slice(end + 1) });
  };
  if (places.length === 0) return null;
  return (
    <LatePopover
      look={{ label: t('error.specification'), position: 'bottom-start', className: classes['written'] }}
      target={(target) => (
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label={t('error.specification')}
          data-nf-written={places.join(' ')}
          {...target}
        >
          <Info size={14} aria-hidden />
        </ActionIcon>
      )}
    >
      {t('error.written_at')} {joinList(places.map(lineOf), language)}
    </LatePopover>
  );
}
