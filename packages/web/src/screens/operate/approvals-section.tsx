import { hasApprovals } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import classes from './operate.module.css';
import { useStuckApprovalsQuery } from './operate-api.ts';

/** The approvals that nobody is left to give; nothing where the application asks for none. */
export function ApprovalsSection() {
  return hasApprovals(useModel()) ? <StuckApprovals /> : null;
}

function StuckApprovals() {
  const { t, entity: named, transition } = useTexts();
  const { data, error, refetch } = useStuckApprovalsQuery();
  return (
    <section className={classes['section']} aria-labelledby="operate-approvals">
      <h2 id="operate-approvals">{t('operate.approvals')}</h2>
      <p className={classes['lead']}>{t('operate.approvals_lead')}</p>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data?.items.length === 0 && <Empty kind="first-use" title={t('operate.approvals_none')} />}
      {data !== undefined && data.items.length > 0 && (
        <>
          <p className={classes['lead']} data-nf-stuck-approvals={data.total}>
            {t(`operate.approvals_count_${data.total_is}`, { count: data.total })}
          </p>
          <Scroller className="nf-panel" label={t('operate.approvals')}>
            <table className={`${table['table']} ${table['stacking']}`} aria-labelledby="operate-approvals">
              <thead>
                <tr>
                  <th scope="col">{t('operate.record')}</th>
                  <th scope="col">{t('operate.step')}</th>
                </tr>
              </thead>
              <tbody>
                {data.items.map(({ entity, record, transition: id }) => (
                  <tr key={`${record.id} ${id}`} data-nf-stuck={id} data-nf-record={record.id}>
                    <th scope="row">
                      {named(entity)} <RecordLink entity={entity} value={record} />
                    </th>
                    <td data-label={t('operate.step')}>{transition(entity, id)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </>
      )}
    </section>
  );
}
