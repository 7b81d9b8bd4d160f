import { RUNTIME_ERRORS } from '@ninefold/model';
import { Link } from 'react-router';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { withoutValues } from '../../base/texts/words.ts';
import classes from '../../kit/page/table.module.css';

/** The error catalogue: the specification's own entries, then the runtime's. */
export function ErrorsScreen() {
  const { t, errorPart } = useTexts();
  const { errors } = useModel();
  const entries = [...Object.values(errors), ...Object.values(RUNTIME_ERRORS).filter((entry) => !errors[entry.id])];
  return (
    <Page title={t('errors.all')} screen="errors" breadcrumb={[{ text: t('errors.all') }]}>
      <Scroller className="nf-panel" label={t('errors.all')}>
        <table className={`${classes['table']} ${classes['stacking']}`}>
          <thead>
            <tr>
              <th scope="col">{t('errors.code')}</th>
              <th scope="col" className={classes['end']}>
                {t('errors.status')}
              </th>
              <th scope="col">{t('errors.message')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id} data-nf-catalogue={entry.id}>
                <th scope="row">
                  <Link to={`/_/errors/${entry.id}`} className="nf-code">
                    {entry.id}
                  </Link>
                </th>
                <td className={classes['end']} data-label={t('errors.status')}>
                  {entry.status}
                </td>
                <td data-label={t('errors.message')}>
                  {withoutValues(errorPart(entry.id, 'message') ?? t('not_shown.label'))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </Page>
  );
}
