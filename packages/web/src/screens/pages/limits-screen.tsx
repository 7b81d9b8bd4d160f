import type { LimitEntry } from '@ninefold/model';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { LimitValue } from '../../fields/messages/limit-value.tsx';
import classes from '../../kit/page/table.module.css';

function source(limit: LimitEntry): string {
  if (!limit.runtime) return 'limits.of_specification';
  return limit.overridden ? 'limits.overridden' : 'limits.of_runtime';
}

/** Every constant: its value, its unit and where it comes from. */
export function LimitsScreen() {
  const { t, limit: name } = useTexts();
  const limits = Object.values(useModel().limits);
  const ordered = [...limits.filter((each) => !each.runtime), ...limits.filter((each) => each.runtime)];
  return (
    <Page title={t('limits.title')} screen="limits" breadcrumb={[{ text: t('limits.title') }]}>
      <Scroller className="nf-panel" label={t('limits.title')}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('limits.name')}</th>
              <th scope="col" className={classes['end']}>
                {t('limits.value')}
              </th>
              <th scope="col">{t('limits.unit')}</th>
              <th scope="col">{t('limits.source')}</th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((limit) => (
              <tr key={limit.id} data-nf-limit={limit.id}>
                <th scope="row">
                  {name(limit.id)} <code className="nf-code">{limit.id}</code>
                </th>
                <td className={classes['end']}>
                  <LimitValue limit={limit} />
                </td>
                <td>{limit.unit === null ? null : t(`unit.${limit.unit}`)}</td>
                <td>{t(source(limit))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </Page>
  );
}
