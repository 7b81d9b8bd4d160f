import { Suspense, useEffect, useState, type ComponentProps } from 'react';
import { useLocation } from 'react-router';
import {
  cyclesOf,
  type Cycle,
  type Entity,
  type HistoryEntry,
  type RecordScreen,
  type RecordValue,
} from '@ninefold/model';
import { LateConversation } from '../conversation/late.ts';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import type { Crumb } from '../../kit/page/breadcrumb.tsx';
import { Page } from '../../kit/page/page.tsx';
import { History } from '../history/history.tsx';
import { noteRecent } from '../../base/session/recent-records.ts';
import { InvitationMark } from '../invitation/invitation-mark.tsx';
import { useMe, useModel } from '../../base/model/use-model.ts';
import { screenPath } from '../../base/model/screen-path.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Approvals } from '../lifecycle/approvals.tsx';
import { DueTimers } from '../lifecycle/due-timers.tsx';
import { NextSteps } from '../lifecycle/next-steps.tsx';
import { shownTransitions } from '../lifecycle/primary.ts';
import { TransitionBar } from '../lifecycle/transition-bar.tsx';
import { useOfferUndo } from '../lifecycle/use-offer-undo.ts';
import { useHistoryQuery } from '../../base/calls/record-api.ts';
import { useFromList } from '../rows/from-list.ts';
import { ListPosition } from './list-position.tsx';
import { PresenceLine } from './presence-line.tsx';
import type { Resumed } from '../editing/edit-record.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordContent, type Editing } from './record-content.tsx';
import styles from './record.module.css';
import { SavedNotice, useSaved, type Saved } from '../editing/saved-notice.tsx';
import { Stepper } from '../lifecycle/stepper.tsx';
import { UpdateBar } from '../editing/update-bar.tsx';
import { useChanges } from '../editing/use-changes.ts';
import { usePermissions, type RecordPermissions } from '../editing/use-permissions.ts';
import { useRecordCommands } from './use-record-commands.ts';
import { useWatch } from './use-watch.ts';

interface RecordPageProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
}

/** The page of a record: actions, values and history. */
export function RecordPage({ screen, entity, record }: RecordPageProps) {
  const texts = useTexts();
  const crumbs = useListCrumb(entity);
  const permissions = usePermissions(entity, record);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [saved, setSaved] = useSaved(record.id, useArrival());
  const history = useHistory(entity, record, permissions.canSeeHistory);
  const edit = (resumed: Resumed | null): void => {
    setSaved(null);
    setEditing({ resumed });
  };
  const seen = useWatch(entity.id, record.id, editing !== null);
  const changes = useChanges(entity.id, record, seen?.version ?? null);
  useRecordCommands(entity, permissions.editable.size > 0 && editing === null);
  useRecent(entity, record);
  const onDone = useFired(entity, record, setSaved);
  const title = record.title ?? texts.entity(entity.id);
  const hasSteps = cyclesMoved(entity, record).some(({ cycle }) => cycle.field === 'state');
  const [buttons, setButtons] = useState<HTMLElement | null>(null);
  return (
    <Page
      title={title}
      dense
      beside={<BesideTitle entity={entity} record={record} hasSteps={hasSteps} people={seen?.editing ?? []} />}
      screen={screen}
      breadcrumb={[...crumbs, { text: title }]}
      actions={
        <HeadActions
          entity={entity}
          record={record}
          permissions={permissions}
          editing={editing !== null}
          transitions={setButtons}
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
        <Steps entity={entity} record={record} history={history} verdicts={permissions.transitions} />
        {!editing && (
          <Transitions
            entity={entity}
            record={record}
            permissions={permissions}
            history={history}
            place={buttons}
            onDone={onDone}
          />
        )}
        <div className={styles['columns']}>
          <RecordContent
            screen={screen}
            entity={entity}
            record={record}
            editable={permissions.editable}
            editing={editing}
            onResume={(resumed) => edit(resumed)}
            onClose={(result) => {
              setEditing(null);
              setSaved(result);
              focusSoon('[data-nf-edit]');
            }}
          />
          <Past entity={entity} record={record} items={entity.comments === null ? history : null} />
        </div>
        <Talk entity={entity} record={record} history={history} />
        <UpdateBar entity={entity} record={record} changes={changes} editing={editing !== null} />
      </div>
    </Page>
  );
}

interface BesideTitleProps extends ComponentProps<typeof PresenceLine> {
  readonly entity: Entity;
  readonly record: RecordValue;
  /** Whether the state stands among the steps. */
  readonly hasSteps: boolean;
}

function BesideTitle({ entity, record, hasSteps, people }: BesideTitleProps) {
  return (
    <>
      {entity.id === 'user' && <InvitationMark user={record} users={[record]} />}
      {record.state !== undefined && !hasSteps && <StateBadge entity={entity.id} state={record.state} />}
      <PresenceLine people={people} />
    </>
  );
}

interface StepsProps extends ComponentProps<typeof NextSteps> {
  readonly history: readonly HistoryEntry[] | null;
}

/** The states of the record in each of its life cycles, and beside them the ways out of the present ones. */
function Steps({ history, ...props }: StepsProps) {
  const { entity, record } = props;
  const moved = cyclesMoved(entity, record);
  if (moved.length === 0) return null;
  return (
    <div className={styles['steps']}>
      <div>
        {moved.map(({ cycle, state }) => (
          <Boundary key={cycle.field} place={{ part: 'states', entity: entity.id }} again={history}>
            <Stepper entity={entity} cycle={cycle} state={state} history={history} />
          </Boundary>
        ))}
      </div>
      <NextSteps {...props} />
    </div>
  );
}

type TransitionsProps = Pick<
  ComponentProps<typeof TransitionBar>,
  'entity' | 'record' | 'history' | 'place' | 'onDone'
> & {
  readonly permissions: RecordPermissions;
};

function Transitions({ permissions, ...props }: TransitionsProps) {
  const { entity, record } = props;
  const { editable, checking } = permissions;
  const me = useMe();
  const shown = shownTransitions(entity, record, permissions.transitions, me.id);
  return (
    <Boundary place={{ part: 'transitions', entity: entity.id }} again={record}>
      <TransitionBar {...props} shown={shown} editable={editable} checking={checking} />
      <Approvals entity={entity} record={record} />
    </Boundary>
  );
}

interface PastProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly items: readonly HistoryEntry[] | null;
}

/** What will happen to the record by itself, and what has happened. */
function Past({ entity, record, items }: PastProps) {
  const { t } = useTexts();
  return (
    <div className={styles['past']}>
      <Boundary place={{ part: 'timers', entity: entity.id }} again={record}>
        <DueTimers entity={entity} record={record} />
      </Boundary>
      {items !== null && items.length > 0 && (
        <aside className={styles['aside']} aria-label={t('history.title')}>
          <Boundary place={{ part: 'history', entity: entity.id }} again={items}>
            <History entity={entity} record={record.id} items={items} />
          </Boundary>
        </aside>
      )}
    </div>
  );
}

/** What people say about the record, together with its history, where they say anything at all. */
function Talk(props: ComponentProps<typeof LateConversation>) {
  const { entity, record } = props;
  if (entity.comments === null) return null;
  return (
    <Boundary place={{ part: 'conversation', entity: entity.id }} again={record}>
      <Suspense>
        <LateConversation {...props} />
      </Suspense>
    </Boundary>
  );
}

interface HeadActionsProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly permissions: RecordPermissions;
  readonly editing: boolean;
  /** Receives the element in which the buttons of the transitions stand. */
  readonly transitions: (place: HTMLElement | null) => void;
  readonly onEdit: () => void;
}

function HeadActions({ entity, record, permissions, editing, transitions, onEdit }: HeadActionsProps) {
  return (
    <>
      {!editing && <ListPosition entity={entity} id={record.id} />}
      <div ref={transitions} className={styles['transitions']} />
      <RecordActions
        entity={entity}
        record={record}
        editing={editing}
        editable={permissions.editable}
        canDelete={permissions.canDelete}
        onEdit={onEdit}
      />
    </>
  );
}

/** The life cycles of a record that transitions move, with its state in each, as far as the reader may know it. */
function cyclesMoved(
  entity: Entity,
  record: RecordValue,
): readonly { readonly cycle: Cycle; readonly state: string }[] {
  return cyclesOf(entity).flatMap((cycle) => {
    const state = record[cycle.field];
    return typeof state === 'string' && cycle.lifecycle.derived.length === 0 ? [{ cycle, state }] : [];
  });
}

/** What follows on the page once a transition has fired, or an approval was given. */
function useFired(entity: Entity, record: RecordValue, onSaved: (saved: Saved) => void): TransitionsProps['onDone'] {
  const offerUndo = useOfferUndo(entity, record);
  return (transition, changed) => {
    onSaved(firedNow(transition, changed));
    void offerUndo(transition, changed);
    focusSoon('h1');
  };
}

/** The notice after a transition, or after an approval that waits for others. */
function firedNow(transition: string, changed: RecordValue): Saved {
  return { kind: changed['awaits'] === undefined ? 'fired' : 'pressed', transition, at: new Date().toISOString() };
}

/** The list that the record belongs to. */
function useListCrumb({ id }: Entity): readonly Crumb[] {
  const texts = useTexts();
  const from = useFromList();
  const list = screenPath(useModel(), id, 'list') ?? undefined;
  return [{ text: texts.entityMany(id), to: from?.address ?? list }];
}

const SETTLING_MS = 50;

/** Focuses the next control after the focused one has disappeared, once the page is drawn and dialogs have closed. */
function focusSoon(selector: string): void {
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }), SETTLING_MS);
}

/** The notice "created" or "saved", if a form led to this page. */
function useArrival(): Saved | null {
  const { state } = useLocation() as { readonly state: { readonly nfSaved?: unknown } | null }; // only our own links give one
  const kind = (['created', 'saved'] as const).find((each) => each === state?.nfSaved);
  return kind === undefined ? null : { kind, at: new Date().toISOString() };
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
