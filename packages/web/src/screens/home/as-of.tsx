import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './home.module.css';

/** When the figures were counted, in the application's time zone. */
export function AsOf({ at }: { readonly at: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const instant = new Date(at).toISOString();
  return (
    <span className={classes['asOf']}>
      <time dateTime={instant}>{t('home.as_of', { time: format.time(instant) })}</time>
    </span>
  );
}
