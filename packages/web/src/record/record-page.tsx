import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Entity, HistoryEntry, RecordScreen, RecordValue } from '@ninefold/model';
import { StateBadge } from '../frame/state-badge.tsx';
import type { Crumb } from '../frame/breadcrumb.tsx';
import { Page } from '../frame/page.tsx';
import { History } from '../history/history.tsx';
import { noteRecent } from '../home/recent-records.ts';
import { useMe, useModel } from '../model/use-model.ts';
import { screenPath } from '../routes/screen-path.ts';
import { useTexts } from '../texts/use-texts.ts';
import { NextSteps } from '../transition/next-steps.tsx';
import { shownTransitions } from '../transition/primary.ts';
import { TransitionBar } from '../transition/transition-bar.tsx';
import { useHistoryQuery } from './record-api.ts';
import { useFromList } from './from-list.ts';
import { ListPosition } from './list-position.tsx';
import { PresenceLine } from './presence-line.tsx';
import type { Resumed } from './edit-record.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordContent, type Editing } from './record-content.tsx';
import styles from './record.module.css';
import { SavedNotice, type Saved } from './saved-notice.tsx';
import { Stepper } from './stepper.tsx';
import { UpdateBar } from './update-bar.tsx';
import { useChanges } from './use-changes.ts';
import { useStanding, type Standing } from './use-standing.ts';
import { useRecordCommands } from './use-record-commands.ts';
import { useWatch } from './use-watch.ts';

interface RecordPageProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
}

/** A record with what can be done with it, what it holds and what happened to it. */
export function RecordPage({ screen, entity, record }: RecordPageProps) {
  const texts = useTexts();
  const crumbs = useListCrumb(entity);
  const standing = useStanding(entity, record);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [saved, setSaved] = useState<Saved | null>(useArrival());
  const history = useHistory(entity, record, standing.canSeeHistory);
  const edit = (resumed: Resumed | null): void => {
    setSaved(null);
    setEditing({ resumed });
  };
  const seen = useWatch(entity.id, record.id, editing !== null);
  const changes = useChanges(entity.id, record, seen?.version ?? null);
  useRecordCommands(entity, standing.editable.size > 0 && editing === null);
  useRecent(entity, record);
  const title = record.title ?? texts.entity(entity.id);
  const shown = shownTransitions(entity, record.state ?? '', standing.transitions);
  return (
    <Page
      title={title}
      beside={
        <>
          {record.state !== undefined && <StateBadge entity={entity.id} state={record.state} />}
          <PresenceLine people={seen?.editing ?? []} />
        </>
      }
      screen={screen}
      breadcrumb={[...crumbs, { text: title }]}
      actions={
        <HeadActions
          entity={entity}
          record={record}
          standing={standing}
          editing={editing !== null}
          onEdit={() => edit(null)}
        />
      }
    >
      <div
        className={styles['record']}
        data-nf-entity={entity.id}
        data-nf-record={record.id}
        data-nf-state={record.state}
      >
        <SavedNotice entity={entity} saved={saved} />
        {record.state !== undefined && <Stepper entity={entity} state={record.state} history={history} />}
        {!editing && (
          <TransitionBar
            entity={entity}
            record={record}
            shown={shown}
            checking={standing.checking}
            onDone={(transition) => {
              setSaved({ kind: 'fired', transition, at: new Date().toISOString() });
              focusSoon('h1');
            }}
          />
        )}
        <div className={styles['columns']}>
          <RecordContent
            screen={screen}
            entity={entity}
            record={record}
            editable={standing.editable}
            editing={editing}
            onResume={(resumed) => edit(resumed)}
            onClose={(result) => {
              setEditing(null);
              setSaved(result);
              focusSoon('[data-nf-edit]');
            }}
          />
          <Past entity={entity} items={history} />
        </div>
        <UpdateBar entity={entity} record={record} changes={changes} editing={editing !== null} />
      </div>
    </Page>
  );
}

function Past({ entity, items }: { readonly entity: Entity; readonly items: readonly HistoryEntry[] | null }) {
  const { t } = useTexts();
  if (items === null || items.length === 0) return null;
  return (
    <aside className={styles['aside']} aria-label={t('history.title')}>
      <History entity={entity} items={items} />
    </aside>
  );
}

interface HeadActionsProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly standing: Standing;
  readonly editing: boolean;
  readonly onEdit: () => void;
}

function HeadActions({ entity, record, standing, editing, onEdit }: HeadActionsProps) {
  return (
    <>
      {!editing && <ListPosition entity={entity} id={record.id} />}
      {record.state !== undefined && <NextSteps entity={entity} state={record.state} verdicts={standing.transitions} />}
      <RecordActions
        entity={entity}
        record={record}
        editing={editing}
        canEdit={standing.editable.size > 0}
        canDelete={standing.canDelete}
        onEdit={onEdit}
      />
    </>
  );
}

/** The list that the record stands in. */
function useListCrumb({ id }: Entity): readonly Crumb[] {
  const texts = useTexts();
  const from = useFromList();
  const list = screenPath(useModel(), id, 'list') ?? undefined;
  return [{ text: texts.entityMany(id), to: from?.address ?? list }];
}

const SETTLING_MS = 50;

/** What had the focus is gone: the next thing to work with gets it, once it stands there and dialogs have closed. */
function focusSoon(selector: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }), SETTLING_MS);
}

/** Says that the record was just created where the form sent the reader here. */
function useArrival(): Saved | null {
  const { state } = useLocation() as { readonly state: { readonly nfSaved?: unknown } | null };
  return state?.nfSaved === 'created' ? { kind: 'created', at: new Date().toISOString() } : null;
}

function useHistory(entity: Entity, record: RecordValue, may: boolean): readonly HistoryEntry[] | null {
  const { data } = useHistoryQuery({ entity: entity.id, id: record.id }, { skip: !may });
  return data?.items ?? null;
}

function useRecent(entity: Entity, record: RecordValue): void {
  const me = useMe();
  const path = screenPath(useModel(), entity.id, 'record', record.id);
  useEffect(() => {
    if (path === null || record.title === undefined) return;
    noteRecent(localStorage, me.id, { entity: entity.id, id: record.id, title: record.title, path });
  }, [me.id, entity.id, record.id, record.title, path]);
}
