import type { IndexAnswer, ModelIndexAnswer, UseIndexAnswer } from '@ninefold/model';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ModelIndexRow } from './model-index-row.tsx';
import classes from './operate.module.css';
import { useIndexesQuery } from './operate-api.ts';
import { UseIndexRow } from './use-index-row.tsx';

/** The indexes of the database: those that follow use with what an operator may do, then those of the specification. */
export function IndexesSection() {
  const { t } = useTexts();
  const { data, error, refetch } = useIndexesQuery();
  return (
    <section className={classes['section']} aria-labelledby="operate-indexes">
      <h2 id="operate-indexes">{t('operate.indexes')}</h2>
      <p className={classes['lead']}>{t('operate.indexes_lead')}</p>
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && (
        <>
          <FollowingUse items={data.items.filter(isOfUse)} database={data.database} />
          <OfModel items={data.items.filter(isOfModel)} />
        </>
      )}
    </section>
  );
}

function isOfUse(item: IndexAnswer): item is UseIndexAnswer {
  return item.origin === 'use';
}

function isOfModel(item: IndexAnswer): item is ModelIndexAnswer {
  return item.origin === 'model';
}

const USE_HEADINGS = ['index', 'lists', 'state', 'saving', 'cost', 'actions'] as const;

interface FollowingUseProps {
  readonly items: readonly UseIndexAnswer[];
  readonly database: 'sqlite' | 'postgres';
}

function FollowingUse({ items, database }: FollowingUseProps) {
  const { t } = useTexts();
  return (
    <>
      <h3 id="operate-use">{t('operate.use')}</h3>
      {items.length === 0 ? (
        <Empty kind="first-use" title={t('operate.none')}>
          {t('operate.none_why')}
        </Empty>
      ) : (
        <Scroller className="nf-panel" label={t('operate.use')}>
          <table className={`${table['table']} ${table['stacking']}`} aria-labelledby="operate-use">
            <Headings names={USE_HEADINGS} />
            <tbody>
              {items.map((item) => (
                <UseIndexRow key={item.name} value={item} database={database} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </>
  );
}

const MODEL_HEADINGS = ['index', 'reason', 'size'] as const;

function OfModel({ items }: { readonly items: readonly ModelIndexAnswer[] }) {
  const { t } = useTexts();
  return (
    <>
      <h3 id="operate-model">{t('operate.model')}</h3>
      <Scroller className="nf-panel" label={t('operate.model')}>
        <table className={`${table['table']} ${table['stacking']}`} aria-labelledby="operate-model">
          <Headings names={MODEL_HEADINGS} />
          <tbody>
            {items.map((item) => (
              <ModelIndexRow key={item.name} value={item} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}

function Headings({ names }: { readonly names: readonly string[] }) {
  const { t } = useTexts();
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {t(`operate.${name}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
