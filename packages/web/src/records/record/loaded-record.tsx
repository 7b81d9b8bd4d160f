import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { type Entity, type FormScreen, type RecordScreen, type RecordValue, screenPath } from '@ninefold/model';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { ErrorCode } from '../../kit/messages/error-code.tsx';
import { useFillable } from '../../base/model/use-fillable.ts';
import { useModel } from '../../base/model/use-model.ts';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useRecordQuery } from '../../base/calls/record-api.ts';
import { onRecordChange } from '../../base/live/record-changes.ts';
import { useFromList } from '../rows/from-list.ts';

interface LoadedRecordProps {
  readonly screen: RecordScreen | FormScreen;
  readonly children: (entity: Entity, record: RecordValue) => ReactNode;
}

/** What stands in the place of an id in the address of a form for new records, which this reader does not have. */
const NEW = 'new';

/** The record that the address of a screen names by id or key, once it is loaded; else the page that says why not. */
export function LoadedRecord({ screen, children }: LoadedRecordProps) {
  const params = useParams();
  const id = Object.values(params).find((value) => value !== undefined) ?? '';
  const entity = useModel().entities[screen.entity];
  if (!entity) return <NotFoundScreen />;
  return (
    <RecordOf key={id} screen={screen} entity={entity} id={id}>
      {children}
    </RecordOf>
  );
}

function RecordOf({
  screen,
  entity,
  id,
  children,
}: LoadedRecordProps & { readonly entity: Entity; readonly id: string }) {
  const fillable = useFillable(entity);
  const { data, error, refetch } = useRecordQuery({ entity: entity.id, id });
  // the answer of a write that takes the record out of sight has no title any more
  const [title, setTitle] = useState<string | null>(null);
  if (data?.title != null && data.title !== title) setTitle(data.title);
  const failure = error === undefined ? null : toFailure(error);
  // restored from the trash, or handed back
  useEffect(() => onRecordChange(entity.id, data?.id ?? id, () => void (error !== undefined && refetch())));
  if (failure?.status === 403) return <NoPermission screen={screen} failure={failure} />;
  if (failure?.status === 404 && data) return <OutOfSight screen={screen} id={data.id} title={title} />;
  if (failure?.status === 404 && id === NEW) return <NotFoundScreen />;
  if (failure?.status === 404) return <RecordNotFound screen={screen} failure={failure} />;
  if (data) return children(fillable, data);
  if (failure) return <RecordFailed screen={screen} failure={failure} onRetry={() => void refetch()} />;
  return <Loading />;
}

/** What remains of a record that was shown: somebody, perhaps the reader, has handed it on, or deleted it. */
function OutOfSight({
  screen,
  id,
  title,
}: {
  readonly screen: LoadedRecordProps['screen'];
  readonly id: string;
  readonly title: string | null;
}) {
  const { t, entity } = useTexts();
  return (
    <Page title={title ?? entity(screen.entity)} screen={screen}>
      <div data-nf-out-of-sight={id}>
        <Empty kind="no-permission" title={t('record.out_of_sight')} actions={<ToList entity={screen.entity} />}>
          {t('record.out_of_sight_text')}
        </Empty>
      </div>
    </Page>
  );
}

/** Leads to the list that the record was opened from, else to that of its entity. */
function ToList({ entity }: { readonly entity: string }) {
  const { t, entityMany } = useTexts();
  const from = useFromList();
  const list = screenPath(useModel(), entity, 'list');
  return (
    <Button component={Link} to={from?.address ?? list ?? '/'} variant="default">
      {t('record.to_list', { entity: entityMany(entity) })}
    </Button>
  );
}

/** The same page for a record that does not exist and for one that the reader may not see. */
function RecordNotFound({
  screen,
  failure,
}: {
  readonly screen: LoadedRecordProps['screen'];
  readonly failure: Failure;
}) {
  const { t, entity, problem } = useTexts();
  const title = t('record.not_found', { entity: entity(screen.entity) });
  return (
    <Page title={title} screen={screen}>
      <div data-nf-error={failure.code}>
        <Empty
          kind="no-permission"
          title={problem({ code: failure.code, params: failure.problem?.params ?? {} })}
          actions={<ToList entity={screen.entity} />}
        >
          {t('record.not_found_text')} <ErrorCode code={failure.code} />
        </Empty>
      </div>
    </Page>
  );
}

function RecordFailed({
  screen,
  failure,
  onRetry,
}: {
  screen: LoadedRecordProps['screen'];
  failure: Failure;
  onRetry: () => void;
}) {
  const { t, entity } = useTexts();
  return (
    <Page title={entity(screen.entity)} screen={screen}>
      <Empty kind="failed" title={t('record.failed')}>
        <ErrorBanner failure={failure} entity={screen.entity} onRetry={onRetry} />
      </Empty>
    </Page>
  );
}
