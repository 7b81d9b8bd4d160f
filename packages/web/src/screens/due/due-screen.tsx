import { Select } from '@mantine/core';
import { useState } from 'react';
import { timedEntities, type DueEntry } from '@ninefold/model';
import { Link, useSearchParams } from 'react-router';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { Page } from '../../kit/page/page.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import table from '../../kit/page/table.module.css';
import { useRowCommands } from '../../records/list/use-list-commands.ts';
import { useDuePageQuery } from './due-api.ts';
import { DueRow, hasNote } from './due-row.tsx';
import classes from './due.module.css';

/** A timer that is refused changes no record, so that nothing is told of it: the page asks, more often while one is due. */
const SOON_MS = 5000;
const LATER_MS = 60_000;

function isSoon(moment: string | null): boolean {
  return moment !== null && Date.parse(moment) < Date.now() + LATER_MS;
}

const HEADINGS = ['when', 'record', 'what', 'note'] as const;

/** What will happen by itself to the records that the reader may read, soonest first. The address says which page of it. */
export function DueScreen() {
  const { t } = useTexts();
  const [params] = useSearchParams();
  const [entity, after] = [params.get('entity'), params.get('after')];
  const timed = timedEntities(useModel(), useRights()).map(({ id }) => id);
  const asked = { query: queryOf({ entity, after }), entities: timed };
  const [soonest, setSoonest] = useState<string | null>(null);
  const { data, error, refetch } = useDuePageQuery(asked, {
    pollingInterval: isSoon(soonest) ? SOON_MS : LATER_MS,
    skipPollingIfUnfocused: true,
  });
  const first = data?.items[0]?.next ?? null;
  if (first !== soonest) setSoonest(first);
  useRowCommands(t('due.title'));
  const failure = error === undefined ? null : toFailure(error);
  if (failure?.status === 403) return <NoPermission failure={failure} />;
  return (
    <Page title={t('due.title')} screen="due" breadcrumb={[{ text: t('due.title') }]}>
      <p className={classes['lead']}>{t('due_page.lead')}</p>
      <EntityChoice entity={entity} timed={timed} />
      {failure !== null && <ErrorBanner failure={failure} onRetry={() => void refetch()} />}
      {data === undefined && failure === null && <Loading />}
      {data !== undefined && (
        <>
          {data.items.length === 0 ? <Nothing isLater={after !== null} /> : <DueTable items={data.items} />}
          <Pages entity={entity} after={after} next={data.next} />
        </>
      )}
    </Page>
  );
}

interface Shown {
  /** The one whose records are meant; null: all. */
  readonly entity: string | null;
  /** Where the page begins; null: at the soonest. */
  readonly after: string | null;
}

function queryOf({ entity, after }: Shown): string {
  return new URLSearchParams([
    ...(entity === null ? [] : [['entity', entity]]),
    ...(after === null ? [] : [['after', after]]),
  ]).toString();
}

function EntityChoice({ entity, timed }: { readonly entity: string | null; readonly timed: readonly string[] }) {
  const { t, entityMany } = useTexts();
  const { limits } = useModel();
  const [, setParams] = useSearchParams();
  if (timed.length < 2 && entity === null) return null;
  const data = [{ value: '', label: t('due_page.all') }, ...timed.map((id) => ({ value: id, label: entityMany(id) }))];
  return (
    <Select
      label={t('due_page.shown')}
      data={data}
      value={entity ?? ''}
      allowDeselect={false}
      onChange={(value) => setParams(queryOf({ entity: value || null, after: null }))}
      maxDropdownHeight={Number(limits['select_menu_px']?.value)}
      className={classes['choice']}
      data-nf-filter="entity"
    />
  );
}

function Nothing({ isLater }: { readonly isLater: boolean }) {
  const { t } = useTexts();
  if (isLater) return <Empty kind="first-use" title={t('due_page.none_later')} />;
  return (
    <Empty kind="first-use" title={t('due_page.none')}>
      {t('due_page.none_why')}
    </Empty>
  );
}

function DueTable({ items }: { readonly items: readonly DueEntry[] }) {
  const { t } = useTexts();
  const model = useModel();
  const noted = items.some((item) => hasNote(model, item));
  return (
    <Scroller className="nf-panel" label={t('due_page.table')}>
      <table className={`${table['table']} ${table['stacking']}`} aria-label={t('due_page.table')}>
        <thead>
          <tr>
            {HEADINGS.filter((name) => noted || name !== 'note').map((name) => (
              <th key={name} scope="col">
                {t(`due_page.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <DueRow
              key={`${item.record?.id ?? item.entity} ${item.transition ?? ''} ${item.reaction ?? ''}`}
              item={item}
              noted={noted}
            />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The ways to what comes later, and back to the soonest. */
function Pages({ entity, after, next }: Shown & { readonly next: string | null }) {
  const { t } = useTexts();
  if (after === null && next === null) return null;
  return (
    <nav className={classes['pages']} aria-label={t('list.paging')}>
      {after !== null && (
        <Link to={{ search: queryOf({ entity, after: null }) }} data-nf-first>
          {t('due_page.first')}
        </Link>
      )}
      {next !== null && (
        <Link to={{ search: queryOf({ entity, after: next }) }} data-nf-more>
          {t('due_page.later')}
        </Link>
      )}
    </nav>
  );
}
