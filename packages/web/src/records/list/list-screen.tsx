import { Button } from '@mantine/core';
import { Plus, Trash2, Upload } from 'lucide-react';
import { Link } from 'react-router';
import {
  canEver,
  type Entity,
  filterQuery,
  layoutOf,
  type ListScreen,
  type ListState,
  type RecordValue,
  shownQuery,
} from '@ninefold/model';
import { mayActOnMany } from '../bulk/actions.ts';
import { useSelection } from '../bulk/selection.ts';
import { useEverOpened } from '../../kit/dialogs/late-dialog.ts';
import { Empty } from '../../kit/messages/empty.tsx';
import { Page } from '../../kit/page/page.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { useNarrow } from '../../kit/floating/use-narrow.ts';
import { NoPermission } from '../../kit/page/no-permission.tsx';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { useListQuery } from '../../base/calls/record-api.ts';
import { createPath } from '../../base/model/screen-path.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import type { ListPage } from '../export/export-menu-items.tsx';
import { exportQuery, type ExportPurpose } from '../export/export-query.ts';
import { drawnAs } from './layouts.ts';
import styles from './list.module.css';
import { ListToolbar } from './list-toolbar.tsx';
import { useTotal } from '../rows/use-total.ts';
import { useListCommands } from './use-list-commands.ts';
import { useAfter } from '../../kit/late/use-after.ts';
import { useListLook } from '../looks/use-list-look.ts';
import { LateExtras, LayoutRoom, LayoutSwitch } from './late-extras.tsx';
import { useListState } from '../filters/use-list-state.ts';
import { useLeftList } from '../list-views/use-left-list.ts';
import { useSlow } from './use-slow.ts';
import { lateComponent } from '../../kit/late/late-component.tsx';
import { withLateTexts } from '../../base/texts/with-late-texts.ts';

const BulkArea = lateComponent(withLateTexts(async () => (await import('../bulk/bulk-area.tsx')).BulkArea));

const NOTHING: readonly RecordValue[] = [];

/** A list of records whose whole state is its address. */
export function ListScreenView({ screen }: { readonly screen: ListScreen }) {
  const entity = useModel().entities[screen.entity];
  return entity ? <ListOf screen={screen} entity={entity} /> : <NotFoundScreen />;
}

function ListOf({ screen, entity }: { readonly screen: ListScreen; readonly entity: Entity }) {
  const { t, ...texts } = useTexts();
  const rights = useRights();
  const address = useListState(screen);
  const { state, defaults, view, origin, change } = address;
  const { asked, View } = drawnAs(layoutOf(screen, state.layout));
  const query = asked(state, screen).toString();
  const { data, currentData, error, isFetching, refetch } = useListQuery({ entity: entity.id, query });
  const selection = useSelection(query, data?.items ?? NOTHING);
  const { look, columns } = useListLook(entity, screen, view);
  const isLate = useAfter(data !== undefined);
  const hasSelected = useEverOpened(selection.records.length > 0);
  useListCommands(entity, screen);
  const slow = useSlow(isFetching);
  const total = useTotal(data);
  const filter = filterQuery(state, screen).toString();
  const isGrouped = state.group !== null && layoutOf(screen, state.layout) === 'table';
  const failure = error === undefined ? null : toFailure(error);
  const narrow = useNarrow();
  const hasLayouts = isLate || failure !== null;
  const isKept = failure !== null && currentData !== undefined;
  const isRefused = failure?.status === 400 || failure?.status === 422;
  useLeftList(screen.id, address, isRefused ? 'refused' : currentData === undefined ? null : 'read');
  if (failure?.status === 403) return <NoPermission screen={screen} failure={failure} />;
  const title = texts.screen(screen);
  const exported = (ids: readonly string[] | null) => (purpose: ExportPurpose) =>
    exportQuery({ entity, screen, state, columns, rights, language: texts.language, ids }, purpose);
  return (
    <Page
      title={title}
      beside={<span className={styles['count']}>{isGrouped && state.folded.length > 0 ? '' : total}</span>}
      screen={screen}
      breadcrumb={[{ text: title }]}
      actions={
        <Actions {...{ entity, screen, state, narrow, hasLayouts }} exported={exported(null)} onChange={change} />
      }
      busy={isFetching}
      restoresFocus
    >
      <div className={styles['list']} data-nf-entity={entity.id}>
        <LateExtras
          {...{ isLate, entity, screen, columns, state, defaults, view, origin, look }}
          answer={currentData}
          onChange={change}
        />
        <ListToolbar
          {...{ entity, screen, columns, state }}
          query={filter}
          hasLayouts={hasLayouts && !narrow}
          onChange={change}
        />
        {slow && isFetching && data !== undefined && <div className={styles['bar']} />}
        <output className="nf-hidden">
          {currentData ? t('list.found', { count: currentData.total ?? currentData.items.length, total }) : ''}
        </output>
        {hasSelected && (
          <BulkArea
            entity={entity}
            selection={selection}
            answer={failure && !isKept ? undefined : data}
            filter={isGrouped ? shownQuery(state, screen).toString() : filter}
            exported={canEver(rights, entity.id, 'export') ? exported : null}
          />
        )}
        {failure && <Failed failure={failure} entity={entity} isKept={isKept} onRetry={() => void refetch()} />}
        {(failure === null || isKept) && (
          <View
            {...{ screen, entity, columns, slow, state, defaults, title, query, filter, look }}
            answer={data}
            busy={isFetching}
            selection={mayActOnMany(entity, rights) ? selection : null}
            lookOf={isLate ? (view?.id ?? screen.id) : null}
            create={mayCreate(rights, entity) ? <CreateLink entity={entity} screen={screen} /> : null}
            onChange={change}
          />
        )}
      </div>
    </Page>
  );
}

interface FailedProps {
  readonly failure: Failure;
  readonly entity: Entity;
  /** Only their renewal failed. The records stay below: a move that waits for the connection, what is selected, the place in the page. */
  readonly isKept: boolean;
  readonly onRetry: () => void;
}

/** Stands where the records would be, or above those that were there before. */
function Failed({ failure, entity, isKept, onRetry }: FailedProps) {
  const { t } = useTexts();
  if (isKept) return <ErrorBanner failure={failure} entity={entity.id} onRetry={onRetry} />;
  return (
    <Empty kind="failed" title={t('list.failed')}>
      <ErrorBanner failure={failure} entity={entity.id} onRetry={onRetry} />
    </Empty>
  );
}

function mayCreate(rights: ReturnType<typeof useRights>, entity: Entity): boolean {
  return canEver(rights, entity.id, 'create');
}

/** The one primary button, where the person may create at all. */
function CreateLink({ entity, screen }: { readonly entity: Entity; readonly screen: ListScreen }) {
  const { newThing } = useTexts();
  const path = createPath(useModel(), entity.id, screen);
  if (path === null) return null;
  return (
    <Button
      component={Link}
      to={path}
      className={styles['create']}
      leftSection={<Plus size={16} aria-hidden />}
      data-nf-create={entity.id}
    >
      {newThing(entity.id)}
    </Button>
  );
}

interface ActionsProps {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly narrow: boolean;
  readonly hasLayouts: boolean;
  readonly exported: (purpose: ExportPurpose) => URLSearchParams;
  readonly onChange: (next: Partial<ListState>) => void;
}

/** On a phone one menu holds what other windows have buttons for: the first record stands high up. */
function Actions({ entity, screen, state, narrow, hasLayouts, exported, onChange }: ActionsProps) {
  const rights = useRights();
  const pages = usePages(entity);
  const canExport = canEver(rights, entity.id, 'export');
  const inMenu = narrow && canExport ? pages : [];
  return (
    <>
      {mayCreate(rights, entity) && <CreateLink entity={entity} screen={screen} />}
      {canExport && <ExportMenu entity={entity} query={exported} pages={inMenu} />}
      {inMenu.length === 0 &&
        pages.map(({ path, text, Glyph }) => (
          <Button key={path} component={Link} to={path} variant="subtle" leftSection={<Glyph size={16} aria-hidden />}>
            {text}
          </Button>
        ))}
      {narrow && hasLayouts && <LayoutSwitch screen={screen} state={state} onChange={onChange} />}
      {narrow && !hasLayouts && <LayoutRoom screen={screen} />}
    </>
  );
}

/** The pages about the records of a list that this person may open. */
function usePages(entity: Entity): readonly ListPage[] {
  const { t } = useTexts();
  const rights = useRights();
  const canImport = mayCreate(rights, entity) && canEver(rights, entity.id, 'import');
  const canDelete = entity.trash && canEver(rights, entity.id, 'delete');
  return [
    ...(canImport ? [{ path: `/_/import/${entity.id}`, text: t('import.short'), Glyph: Upload }] : []),
    ...(canDelete ? [{ path: `/_/trash/${entity.id}`, text: t('list.trash'), Glyph: Trash2 }] : []),
  ];
}
