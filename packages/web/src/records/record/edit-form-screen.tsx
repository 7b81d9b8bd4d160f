import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { stateOf, type Entity, type FormScreen, type RecordValue, screenPath } from '@ninefold/model';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { pathAfter } from '../../base/model/screen-path.ts';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { Page } from '../../kit/page/page.tsx';
import { EditRecord, fieldsOf, type Resumed } from '../editing/edit-record.tsx';
import type { Saved } from '../editing/saved-notice.tsx';
import { UpdateBar } from '../editing/update-bar.tsx';
import { useChanges } from '../editing/use-changes.ts';
import { useRecordDrafts } from '../editing/use-record-drafts.tsx';
import { LoadedRecord } from './loaded-record.tsx';
import { PresenceLine } from './presence-line.tsx';
import styles from './record.module.css';
import { usePermissions } from '../editing/use-permissions.ts';
import { useWatch } from './use-watch.ts';

/** A form that changes the record of its address. */
export function EditFormScreenView({ screen }: { readonly screen: FormScreen }) {
  return (
    <LoadedRecord screen={screen}>
      {(entity, record) => <Permitted screen={screen} entity={entity} record={record} />}
    </LoadedRecord>
  );
}

interface EditFormProps {
  readonly screen: FormScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
}

/** The form, where the user may change one of its fields now. */
function Permitted({ screen, entity, record }: EditFormProps) {
  const rights = useRights();
  const { editable, checking } = usePermissions(entity, record);
  // A form that is open stays open: the server judges what is saved.
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const isOpen = fieldsOf(screen, entity).some(({ id }) => editable.has(id));
  if (opened === null && isOpen) setOpened(editable);
  if (opened !== null) return <EditForm screen={screen} entity={entity} record={record} editable={opened} />;
  if (checking) return <Loading />;
  const isLocked = stateOf(entity, record, rights) === 'locked';
  return <NoPermission screen={screen} failure={isLocked ? locked(entity, record) : forbidden(entity)} />;
}

function EditForm({ screen, entity, record, editable }: EditFormProps & { readonly editable: ReadonlySet<string> }) {
  const texts = useTexts();
  const model = useModel();
  const navigate = useNavigate();
  const [resumed, setResumed] = useState<Resumed | null>(null);
  const [closed, setClosed] = useState<{ readonly saved: Saved | null } | null>(null);
  const drafts = useRecordDrafts({ screen, entity, record, editable }, setResumed);
  const seen = useWatch(entity.id, record.id, closed === null);
  const changes = useChanges(entity.id, record, { newest: seen?.version ?? null, edits: true });
  const page = screenPath(model, entity.id, 'record', record.id) ?? '/';
  useEffect(() => {
    if (closed === null) return;
    if (closed.saved === null) void navigate(page, { replace: true });
    else void navigate(pathAfter(model, screen, record.id), { state: { nfSaved: 'saved' }, replace: true });
  }, [closed, page, model, screen, record, navigate]);
  if (closed !== null) return <Loading />;
  const title = texts.screen(screen);
  return (
    <Page
      title={title}
      screen={screen}
      beside={<PresenceLine people={seen?.editing ?? []} />}
      breadcrumb={[
        { text: texts.entityMany(entity.id), to: screenPath(model, entity.id, 'list') ?? undefined },
        { text: record.title ?? texts.entity(entity.id), to: page },
        { text: title },
      ]}
    >
      <div className={styles['record']} data-nf-entity={entity.id} data-nf-record={record.id}>
        <div className={styles['main']}>
          <EditRecord
            key={resumed?.draft.slot ?? ''}
            screen={screen}
            entity={entity}
            record={record}
            editable={editable}
            resumed={resumed}
            offer={drafts.offer}
            onClose={(saved) => setClosed({ saved })}
          />
        </div>
        <UpdateBar entity={entity} record={record} changes={changes} editing />
      </div>
    </Page>
  );
}

function forbidden({ id }: Entity): Failure {
  return refused('forbidden', 403, { entity: id, verb: 'update' });
}

function locked({ id }: Entity, { state }: RecordValue): Failure {
  return refused('locked', 409, { entity: id, state: state ?? '' });
}

/** A refusal that the browser knows before it asks, as the server would say it. */
function refused(code: 'forbidden' | 'locked', status: number, params: Readonly<Record<string, string>>): Failure {
  const problem = { type: `/_/errors/${code}`, title: '', status, code, params, request_id: '', errors: [] };
  return { status, code, problem };
}
