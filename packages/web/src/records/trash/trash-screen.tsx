import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { listQuery, type Entity, type ListState, type RecordValue, screenPath } from '@ninefold/model';
import { SearchBox } from '../../kit/controls/search-box.tsx';
import { useEverOpened } from '../../kit/dialogs/late-dialog.ts';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { useListQuery } from '../../base/calls/record-api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useListState } from '../filters/use-list-state.ts';
import { Paging } from '../list/paging.tsx';
import { TrashedRecord } from './trashed-record.tsx';
import styles from './trash.module.css';

/** What was deleted last comes first; no screen's own condition narrows it. */
const SCREEN = { id: '', where: null, sort: ['-trashed_at'] };

/** What was deleted and can still be taken back. */
export function TrashScreenView() {
  const { entity: id = '' } = useParams();
  const entity = useModel().entities[id];
  return entity ? <TrashOf entity={entity} /> : <NotFoundScreen />;
}

function TrashOf({ entity }: { readonly entity: Entity }) {
  const texts = useTexts();
  const { t } = texts;
  const model = useModel();
  const { state, change } = useListState(SCREEN);
  const { data, error, refetch } = useListQuery({ entity: entity.id, query: queryOf(state) });
  const [said, setSaid] = useState('');
  const isSearchable = useEverOpened(state.search !== '' || (data?.items.length ?? 0) > 0);
  const failure = error === undefined ? null : toFailure(error);
  const list = screenPath(model, entity.id, 'list') ?? '/';
  const many = texts.entityMany(entity.id);
  const days = model.limits['trash_days']?.value;
  if (failure?.status === 403) return <NoPermission failure={failure} />;
  return (
    <Page
      title={t('trash.title', { entity: many })}
      screen="trash"
      breadcrumb={[{ text: many, to: list }, { text: t('trash.short') }]}
    >
      <p className={styles['hint']}>{t('trash.hint', { count: typeof days === 'number' ? days : 30 })}</p>
      {isSearchable && <SearchBox value={state.search} onSearch={(search, goesOn) => change({ search }, goesOn)} />}
      <output className={styles['said']}>{said}</output>
      {failure && (
        <Empty kind="failed" title={t('list.failed')}>
          <ErrorBanner failure={failure} entity={entity.id} onRetry={() => void refetch()} />
        </Empty>
      )}
      {!data && !failure && <Loading />}
      {data?.items.length === 0 && <NothingHere list={list} many={many} state={state} onChange={change} />}
      <ul className={styles['items']}>
        {data?.items.map((record: RecordValue) => (
          <TrashedRecord
            key={record.id}
            entity={entity}
            record={record}
            by={data.trashed_by?.[record.id] ?? null}
            onRestored={(name) => setSaid(t('trash.restored', { name }))}
          />
        ))}
      </ul>
      {data && data.items.length > 0 && (data.next !== null || state.page > 1) && (
        <Paging state={state} answer={data} onChange={change} />
      )}
    </Page>
  );
}

function queryOf(state: ListState): string {
  const params = listQuery(state, SCREEN);
  params.set('trash', 'true');
  return params.toString();
}

interface NothingHereProps {
  readonly list: string;
  readonly many: string;
  readonly state: ListState;
  readonly onChange: (next: Partial<ListState>) => void;
}

/** The trash is empty; or the search, or a page behind the last one, shows nothing of it. */
function NothingHere({ list, many, state, onChange }: NothingHereProps) {
  const { t } = useTexts();
  if (state.search !== '' || state.page > 1)
    return (
      <Empty
        kind="no-match"
        title={t('trash.none_found')}
        actions={
          <Button variant="default" onClick={() => onChange({ search: '', page: 1 })}>
            {t('trash.all')}
          </Button>
        }
      />
    );
  return (
    <Empty
      kind="first-use"
      title={t('trash.empty')}
      actions={
        <Button component={Link} to={list} variant="default">
          {t('trash.back', { entity: many })}
        </Button>
      }
    />
  );
}
