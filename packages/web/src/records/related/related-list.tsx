import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  filterQuery,
  listDefaults,
  listQuery,
  PLAIN_LOOK,
  readListState,
  writeListState,
  type ListState,
  screensOf,
} from '@ninefold/model';
import { useListQuery } from '../../base/calls/record-api.ts';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { useLook } from '../looks/use-look.ts';
import { columnsOf, namedColumns } from '../rows/columns.ts';
import { ListContent } from '../list/list-content.tsx';
import { ListToolbar } from '../list/list-toolbar.tsx';
import { useSlow } from '../list/use-slow.ts';
import { LateAttach } from './late.ts';
import { attachable, refersTo, type RelatedSection } from './related.ts';
import { useDetach } from './use-detach.tsx';

interface RelatedListProps {
  readonly section: RelatedSection;
  /** Of the record that they refer to. */
  readonly id: string;
  readonly title: string;
}

/** No screen's own condition narrows it. */
const SCREEN = { id: '', where: null };

/**
 * The list of the records that refer to one, with its own search, filters, order and pages, and a link to the whole list. It has
 * sums where the reader sees them in the whole list.
 */
export function RelatedList({ section, id, title }: RelatedListProps) {
  const { entity, field, columns: written } = section;
  const { t } = useTexts();
  const model = useModel();
  const rights = useRights();
  const defaults = useMemo(() => listDefaults(section, model), [section, model]);
  const [state, setState] = useState<ListState>(() => readListState(new URLSearchParams(), defaults));
  const change = (next: Partial<ListState>): void => setState((now) => ({ ...now, page: 1, ...next }));
  const narrowed = { ...state, filters: [refersTo({ field }, id), ...state.filters] };
  const query = listQuery(narrowed, SCREEN).toString();
  const filter = filterQuery(narrowed, SCREEN).toString();
  const { data, currentData, error, isFetching, refetch } = useListQuery({ entity: entity.id, query });
  const slow = useSlow(isFetching);
  const columns = useMemo(() => {
    if (written.length > 0) return columnsOf(entity, written, rights);
    const named = namedColumns(model, entity.id).filter((column) => column !== field.id);
    return columnsOf(entity, named, rights).filter((column) => column.id !== field.id);
  }, [model, entity, field, written, rights]);
  const [list] = screensOf(model, entity.id, 'list');
  const { totals } = useLook(list?.id ?? '', null);
  const look = useMemo(() => ({ ...PLAIN_LOOK, totals }), [totals]);
  const may = useMemo(() => attachable(section, rights), [section, rights]);
  const detach = useDetach(section, id);
  return (
    <div data-nf-entity={entity.id}>
      {may.attach && <LateAttach section={section} to={id} attached={data?.items.map((one) => one.id) ?? []} />}
      <ListToolbar {...{ entity, columns, state }} screen={null} query={filter} hasLayouts={false} onChange={change} />
      {detach.said}
      {error !== undefined && currentData === undefined && (
        <ErrorBanner failure={toFailure(error)} entity={entity.id} onRetry={() => void refetch()} />
      )}
      <ListContent
        entity={entity}
        columns={columns}
        answer={data}
        slow={slow}
        busy={isFetching}
        state={state}
        defaults={defaults}
        title={title}
        query={query}
        selection={null}
        filter={filter}
        look={look}
        lookOf={null}
        create={null}
        tools={may.detach ? detach.tools : undefined}
        onChange={change}
      />
      {list && (
        <Link
          to={`${list.path}?${writeListState(narrowed, defaults, new URLSearchParams()).toString()}`}
          data-nf-related-all
        >
          {t('related.all')}
        </Link>
      )}
    </div>
  );
}
