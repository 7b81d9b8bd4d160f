import { useTexts } from '../../base/texts/use-texts.ts';
import type { Count } from '../../base/calls/home-api.ts';
import classes from './home.module.css';

/** A number of records and what they are; a plus sign where counting stopped early. */
export function Figure({ count, label }: { readonly count: Count | undefined; readonly label: string }) {
  const { t, language } = useTexts();
  const number = count === undefined ? '…' : new Intl.NumberFormat(language).format(count.total);
  return (
    <span className={classes['figure']}>
      <span className={classes['number']}>
        {count?.total_is === 'at_least' ? t('home.at_least', { number }) : number}
      </span>
      <span className={classes['label']}>{label}</span>
    </span>
  );
}
