import { useModel } from '../model/use-model.ts';
import { useTexts } from '../texts/use-texts.ts';
import classes from './home.module.css';

/** When the figures were counted, in the application's time zone. */
export function AsOf({ at }: { readonly at: number }) {
  const { t, language } = useTexts();
  const { timeZone } = useModel();
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
  return (
    <span className={classes['asOf']}>
      <time dateTime={new Date(at).toISOString()}>{t('home.as_of', { time })}</time>
    </span>
  );
}
