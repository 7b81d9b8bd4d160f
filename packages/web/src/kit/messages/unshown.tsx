import { CircleAlert } from 'lucide-react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './messages.module.css';

/** Stands in place of a part of a page that could not be drawn. */
export function Unshown({ part }: { readonly part: string }) {
  const { t } = useTexts();
  return (
    <span className={classes['unshown']} data-nf-unshown={part}>
      <CircleAlert size={14} aria-hidden /> {t('error.unshown')}
    </span>
  );
}
