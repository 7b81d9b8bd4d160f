import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Entity, RecordValue } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { Empty } from '../../kit/messages/empty.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ActionFailure, ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useModel } from '../../base/model/use-model.ts';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { useListQuery, useRemoveMutation, useRestoreMutation } from '../../base/calls/record-api.ts';
import { screenPath } from '../../base/model/screen-path.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { noteUndoable } from '../../kit/undo/undo-stack.ts';
import styles from './trash.module.css';

const QUERY = 'trash=true&size=100';

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
  const { data, error, refetch } = useListQuery({ entity: entity.id, query: QUERY });
  const [said, setSaid] = useState('');
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
      <output className={styles['said']}>{said}</output>
      {failure && (
        <Empty kind="failed" title={t('list.failed')}>
          <ErrorBanner failure={failure} entity={entity.id} onRetry={() => void refetch()} />
        </Empty>
      )}
      {!data && !failure && <Loading />}
      {data?.items.length === 0 && (
        <Empty
          kind="first-use"
          title={t('trash.empty')}
          actions={
            <Button component={Link} to={list} variant="default">
              {t('trash.back', { entity: many })}
            </Button>
          }
        />
      )}
      <ul className={styles['items']}>
        {data?.items.toSorted(latestFirst).map((record) => (
          <Trashed
            key={record.id}
            entity={entity}
            record={record}
            onRestored={(name) => setSaid(t('trash.restored', { name }))}
          />
        ))}
      </ul>
    </Page>
  );
}

/** When a record in the trash was deleted; of one that says it not, when it last changed. */
function deletedAt(record: RecordValue): string {
  const at = record['trashed_at'];
  return typeof at === 'string' ? at : record.changed_at;
}

function latestFirst(one: RecordValue, other: RecordValue): number {
  return deletedAt(other).localeCompare(deletedAt(one));
}

interface TrashedProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly onRestored: (name: string) => void;
}

function Trashed({ entity, record, onRestored }: TrashedProps) {
  const texts = useTexts();
  const format = useFormat();
  const [restore] = useRestoreMutation();
  const [remove] = useRemoveMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const name = record.title ?? record.id;
  const takeBack = async (): Promise<void> => {
    setFailure(null);
    const answer = await restore({ entity: entity.id, id: record.id });
    if (answer.error !== undefined) return setFailure(toFailure(answer.error));
    onRestored(name);
    noteUndoable({
      text: texts.t('trash.restored', { name }),
      undone: texts.t('record.deleted', { name }),
      entity: entity.id,
      undo: async () => {
        const { error } = await remove({ entity: entity.id, id: record.id, version: answer.data.version });
        return error === undefined ? null : toFailure(error);
      },
    });
  };
  return (
    <li className={styles['item']} data-nf-record={record.id}>
      <div className={styles['name']}>
        <bdi>{name}</bdi>
        <span className={styles['hint']}>{texts.t('trash.deleted', { time: format.instant(deletedAt(record)) })}</span>
      </div>
      <Button
        variant="default"
        leftSection={<Undo2 size={16} aria-hidden />}
        onClick={() => void takeBack()}
        aria-label={texts.t('trash.restore_name', { name })}
        data-nf-restore
      >
        {texts.t('trash.restore')}
      </Button>
      {failure && <ActionFailure failure={failure} entity={entity.id} onRetry={() => void takeBack()} />}
    </li>
  );
}
