import { useEffect, useMemo, useState, type ComponentProps } from 'react';
import { useLocation } from 'react-router';
import {
  cyclesOf,
  type Cycle,
  type Entity,
  type HistoryEntry,
  type RecordScreen,
  type RecordValue,
  screenPath,
} from '@ninefold/model';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { useMayAskBack } from '../answering/use-may-ask-back.ts';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import type { Crumb } from '../../kit/page/breadcrumb.tsx';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { Page } from '../../kit/page/page.tsx';
import { noteRecent } from '../../base/session/recent-records.ts';
import { AccountMarks } from '../invitation/account-marks.tsx';
import { useMe, useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Approvals } from '../lifecycle/approvals.tsx';
import { DueTimers } from '../lifecycle/due-timers.tsx';
import { NextSteps } from '../lifecycle/next-steps.tsx';
import { shownTransitions } from '../lifecycle/primary.ts';
import { StepsAtHandContext, type StepsAtHand } from '../answering/steps-at-hand.ts';
import { TransitionBar } from '../lifecycle/transition-bar.tsx';
import { useOfferUndo } from '../lifecycle/use-offer-undo.ts';
import { useHistoryQuery } from '../../base/calls/record-api.ts';
import { useFromList } from '../rows/from-list.ts';
import { ListPosition } from './list-position.tsx';
import { PresenceLine } from './presence-line.tsx';
import type { Resumed } from '../editing/edit-record.tsx';
import { RecordActions } from './record-actions.tsx';
import { useRead, type Read } from '../reading/read-record.tsx';
import { RecordContent, RecordSurroundings } from './record-content.tsx';
import styles from './record.module.css';
import { firedNow, RecordNotice, useSaved, type Saved } from '../editing/saved-notice.tsx';
import { Stepper } from '../lifecycle/stepper.tsx';
import { UpdateBar } from '../editing/update-bar.tsx';
import { useChanges } from '../editing/use-changes.ts';
import { OpenFieldContext } from '../rail/opened-field.ts';
import { Rail } from '../rail/rail.tsx';
import { useEditing, type PageEditing } from '../rail/use-editing.ts';
import { usePlaceCommands } from '../rail/use-place-commands.ts';
import { usePermissions, type RecordPermissions } from '../editing/use-permissions.ts';
import { usePath } from './use-path.ts';
import { useRecordCommands } from './use-record-commands.ts';
import { useWatch } from './use-watch.ts';

/** Without its code they stay unread. */
const LateReadNotifications = lateComponent(() =>
  import('./read-notifications.tsx').then(
    ({ ReadNotifications }) => ReadNotifications,
    () => () => null,
  ),
);

interface RecordPageProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
}

/** The page of a record: its head, what it says, what belongs to it, and beside them what it is at a glance. */
export function RecordPage({ screen, entity, record }: RecordPageProps) {
  const texts = useTexts();
  const crumbs = [...useListCrumb(entity), ...usePath(entity, record)];
  const permissions = usePermissions(entity, record);
  const inRail = useInRail({ screen, entity, record });
  const editing = useEditing(entity, record, permissions.editable, inRail);
  const [saved, setSaved] = useSaved(record.id, useArrival());
  const history = useHistory(entity, record, permissions.canSeeHistory);
  const edits = editing.form !== null;
  const edit = (resumed: Resumed | null): void => {
    setSaved(null);
    editing.edit({ resumed, field: null });
  };
  const isOpen = edits || editing.placed !== null;
  const seen = useWatch(entity.id, record.id, isOpen);
  const changes = useChanges(entity.id, record, { newest: seen?.version ?? null, edits: isOpen });
  useRecordCommands(entity, permissions.editable.size > 0 && !edits);
  usePlaceCommands(entity, edits ? null : editing);
  useRecent(entity, record);
  const onDone = useFired(entity, record, setSaved);
  const steps = useSteps({ entity, record, permissions, onDone, edits });
  const title = record.title ?? texts.entity(entity.id);
  const hasSteps = cyclesShown(entity, record).some(({ cycle }) => cycle.field === 'state');
  const [buttons, setButtons] = useState<HTMLElement | null>(null);
  return (
    <StepsAtHandContext value={steps}>
      <OpenFieldContext value={editing.openField}>
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
              editing={edits}
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
            <RecordNotice entity={entity} record={record} saved={saved} />
            <LateReadNotifications key={record.id} entity={entity.id} id={record.id} />
            <Steps entity={entity} record={record} history={history} verdicts={permissions.transitions} />
            {steps && (
              <Transitions {...{ entity, record, history, steps }} checking={permissions.checking} place={buttons} />
            )}
            <Columns
              screen={screen}
              entity={entity}
              record={record}
              editable={permissions.editable}
              editing={editing}
              history={history}
              onResume={edit}
              onSaved={setSaved}
            />
            <UpdateBar entity={entity} record={record} changes={changes} editing={edits} />
          </div>
        </Page>
      </OpenFieldContext>
    </StepsAtHandContext>
  );
}

interface ColumnsProps extends RecordPageProps {
  readonly editable: ReadonlySet<string>;
  readonly editing: PageEditing;
  readonly history: readonly HistoryEntry[] | null;
  readonly onResume: (resumed: Resumed) => void;
  readonly onSaved: (saved: Saved | null) => void;
}

/** The middle of the page and the rail beside it, or the form of the record. */
function Columns({ editable, editing, history, onResume, onSaved, ...page }: ColumnsProps) {
  const read = useRead(page, editing.showsEmpties);
  const edits = editing.form !== null;
  const close = (selector: string) => (result: Saved | null) => {
    // What was saved is said at the top; a form may have been left far below it.
    if (edits && result !== null) window.scrollTo(0, 0);
    editing.close();
    onSaved(result);
    focusSoon(selector);
  };
  return (
    <div className={styles['columns']} data-rail={!edits || undefined}>
      <RecordContent
        {...page}
        sections={read.middle}
        editable={editable}
        editing={editing.form}
        onResume={onResume}
        onClose={close('[data-nf-edit]')}
      />
      {!edits && (
        <Beside {...page} read={read} editing={editing} onClose={close(`[data-nf-change="${editing.placed ?? ''}"]`)} />
      )}
      <RecordSurroundings {...page} editing={edits} history={history} />
    </div>
  );
}

interface BesideProps extends RecordPageProps {
  readonly read: Read;
  readonly editing: PageEditing;
  readonly onClose: (saved: Saved | null) => void;
}

function Beside({ read, editing, onClose, ...page }: BesideProps) {
  const { entity, record } = page;
  return (
    <Boundary place={{ part: 'rail', entity: entity.id }} again={record}>
      <Rail
        {...page}
        sections={read.rail}
        changeable={editing.changeable}
        opened={editing.placed}
        onOpen={editing.place}
        onClose={onClose}
        onTyped={editing.noteTyped}
        empties={read.empties}
        showsEmpties={editing.showsEmpties}
        onEmpties={editing.toggleEmpties}
        above={<Approvals entity={entity} record={record} />}
        below={
          <Boundary place={{ part: 'timers', entity: entity.id }} again={record}>
            <DueTimers entity={entity} record={record} />
          </Boundary>
        }
      />
    </Boundary>
  );
}

/** The fields that stand in the rail of this record, empty ones too. */
function useInRail(page: RecordPageProps): ReadonlySet<string> {
  const { rail } = useRead(page, true);
  return useMemo(() => new Set(rail.flatMap(({ fields }) => fields.map(({ id }) => id))), [rail]);
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
      {entity.id === 'user' && <AccountMarks user={record} users={[record]} />}
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
  const shown = cyclesShown(entity, record);
  if (shown.length === 0) return null;
  return (
    <div className={styles['steps']}>
      <div className={styles['cycles']}>
        {shown.map(({ cycle, state }) => (
          <Boundary key={cycle.field} place={{ part: 'states', entity: entity.id }} again={history}>
            <Stepper entity={entity} cycle={cycle} record={record} state={state} history={history} />
          </Boundary>
        ))}
      </div>
      <NextSteps {...props} />
    </div>
  );
}

type TransitionsProps = Omit<ComponentProps<typeof TransitionBar>, keyof StepsAtHand> & {
  readonly steps: StepsAtHand;
};

function Transitions({ steps, ...props }: TransitionsProps) {
  return (
    <Boundary place={{ part: 'transitions', entity: props.entity.id }} again={props.record}>
      <TransitionBar {...props} {...steps} />
    </Boundary>
  );
}

interface StepsSource {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly permissions: RecordPermissions;
  readonly onDone: StepsAtHand['onDone'];
  readonly edits: boolean;
}

/** The steps that the record can take; none while it is edited. */
function useSteps({ entity, record, permissions, onDone, edits }: StepsSource): StepsAtHand | null {
  const { transitions, editable } = permissions;
  const me = useMe();
  return edits ? null : { shown: shownTransitions(entity, record, transitions, me.id), editable, onDone };
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

/** The life cycles of a record, with its state in each, as far as the reader may know it. Its own derived state stands beside the title. */
function cyclesShown(
  entity: Entity,
  record: RecordValue,
): readonly { readonly cycle: Cycle; readonly state: string }[] {
  return cyclesOf(entity).flatMap((cycle) => {
    const state = record[cycle.field];
    const isBesideTitle = cycle.field === 'state' && cycle.lifecycle.derived.length > 0;
    return typeof state === 'string' && !isBesideTitle ? [{ cycle, state }] : [];
  });
}

/** What follows on the page once a transition has fired, or an approval was given. */
function useFired(entity: Entity, record: RecordValue, onSaved: (saved: Saved) => void): StepsAtHand['onDone'] {
  const offerUndo = useOfferUndo(entity, record);
  const mayAskBack = useMayAskBack(entity);
  return (transition, changed, by) => {
    onSaved(firedNow(transition, changed));
    void offerUndo(transition, changed);
    focusSoon(by === 'pointer' && mayAskBack(changed) && isInSight(COMMENT) ? COMMENT : 'h1');
  };
}

/** Where a new comment is written. */
const COMMENT = '#nf-comment';

/** Whether all of an element is in the window. A finger does not count: what takes letters would bring up the keys of the screen. */
function isInSight(selector: string): boolean {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight && matchMedia('(pointer: fine)').matches;
}

/** The list that the record belongs to. */
function useListCrumb({ id }: Entity): readonly Crumb[] {
  const texts = useTexts();
  const from = useFromList();
  const list = screenPath(useModel(), id, 'list') ?? undefined;
  return [{ text: texts.entityMany(id), to: from?.address ?? list }];
}

const SETTLING_MS = 50;

/** Focuses the next control after the focused one has disappeared, once the page is drawn and dialogs have closed; not where the person has gone on by then. */
function focusSoon(selector: string): void {
  const before = document.activeElement;
  const dialog = before?.closest('[role="dialog"]');
  setTimeout(() => {
    const now = document.activeElement;
    const isLost = now === document.body || now === before || dialog?.contains(now) === true;
    if (isLost) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, SETTLING_MS);
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
