import type { Problem } from '@ninefold/model';
import { useWrittenAt } from '../../base/model/use-written-at.ts';
import { joinList } from '../../base/texts/words.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import classes from './messages.module.css';

interface WrittenAtProps {
  readonly problems: readonly (Pick<Problem, 'code' | 'params'> & { readonly path?: string })[];
  /** What the refused call was about. */
  readonly entity?: string | undefined;
}

/** The lines of the specification that refuse, if the reader may know them. */
export function WrittenAt({ problems, entity }: WrittenAtProps) {
  const { t, language } = useTexts();
  const places = useWrittenAt(problems, entity);
  const lineOf = (place: string): string => {
    const end = place.lastIndexOf(':');
    return t('error.written_line', { file: place.slice(0, end), line: place.slice(end + 1) });
  };
  if (places.length === 0) return null;
  return (
    <span className={classes['written']} data-nf-written={places.join(' ')}>
      {t('error.written_at')} {joinList(places.map(lineOf), language)}
    </span>
  );
}
