import type { LimitEntry } from '@ninefold/model';
import { Link } from 'react-router';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { LimitValue } from '../../fields/messages/limit-value.tsx';
import classes from '../../kit/page/table.module.css';

function source(limit: LimitEntry): string {
  if (!limit.runtime) return limit.set === true ? 'limit_page.set_source' : 'limits.of_specification';
  return limit.overridden ? 'limits.overridden' : 'limits.of_runtime';
}

/** Every constant: its value, its unit and where it comes from. */
export function LimitsScreen() {
  const { t, limit: name, limitNote } = useTexts();
  const { roles, runtime } = useRights();
  const isAuthor = runtime.includes('spec');
  const mayChange = (limit: LimitEntry): boolean => limit.editableBy.some((role) => roles.includes(role));
  const limits = Object.values(useModel().limits);
  const ordered = [...limits.filter((each) => !each.runtime), ...limits.filter((each) => each.runtime)];
  return (
    <Page title={t('limits.title')} screen="limits" breadcrumb={[{ text: t('limits.title') }]}>
      <Scroller className="nf-panel" label={t('limits.title')}>
        <table className={`${classes['table']} ${classes['stacking']}`}>
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
                  {limit.runtime ? name(limit.id) : <Link to={`/_/limits/${limit.id}`}>{name(limit.id)}</Link>}{' '}
                  {isAuthor && <code className="nf-code">{limit.id}</code>}
                  {limitNote(limit.id) !== null && <div>{limitNote(limit.id)}</div>}
                </th>
                <td className={classes['end']} data-label={t('limits.value')}>
                  <LimitValue limit={limit} />
                </td>
                <td data-label={t('limits.unit')}>{limit.unit === null ? null : t(`unit.${limit.unit}`)}</td>
                <td data-label={t('limits.source')}>
                  {t(source(limit))}
                  {mayChange(limit) && (
                    <div>
                      <Link to={`/_/limits/${limit.id}`} data-nf-limit-change={limit.id}>
                        {t('limit_page.change')}
                        <span className="nf-hidden"> {name(limit.id)}</span>
                      </Link>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </Page>
  );
}
