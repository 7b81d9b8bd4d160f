import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import {
  screenPath,
  type Entity,
  type ListScreen,
  type ListState,
  type MapLayout,
  type RecordValue,
} from '@ninefold/model';
import { useListQuery } from '../../base/calls/record-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { fromListState } from '../rows/from-list.ts';
import { mapQuery, placeOf, type Box } from './map-query.ts';
import styles from './map.module.css';
import { useTilesQuery } from './tiles-api.ts';
import { WorldMap, type Point } from './world-map.tsx';

interface MapProps {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly title: string;
}

/** The records of a list on a map, with those in sight beside it. Without a server of tiles there is none, and the page says so. */
export function ListMap(props: MapProps) {
  const { t } = useTexts();
  const { map } = props.screen;
  const { data: tiles, error, refetch } = useTilesQuery();
  if (map === null) return null;
  if (error !== undefined) return <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (tiles === undefined) return <Loading />;
  const { url, credit } = tiles;
  if (url === null)
    return (
      <p className={styles['none']} data-nf-map="none">
        {t('map.none')}
      </p>
    );
  return <Drawn {...props} map={map} tiles={{ url, credit }} />;
}

interface DrawnProps extends MapProps {
  readonly map: MapLayout;
  readonly tiles: { readonly url: string; readonly credit: string };
}

function Drawn({ entity, screen, state, title, map, tiles }: DrawnProps) {
  const { t } = useTexts();
  const format = useFormat();
  const [box, setBox] = useState<Box | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = { state, screen, map };
  const first = useListQuery({ entity: entity.id, query: mapQuery(asked, null) });
  const query = mapQuery(asked, box);
  const found = useListQuery({ entity: entity.id, query }, { skip: box === null });
  const answer = box === null ? first.data : (found.currentData ?? found.data);
  const error = first.error ?? found.error;
  const points = (answer?.items ?? []).flatMap((record): readonly Point[] => {
    const place = placeOf(record, map);
    return place === null ? [] : [{ id: record.id, title: record.title ?? record.id, place }];
  });
  const total = answer?.total ?? 0;
  return (
    <section className={styles['map']} aria-label={title} data-nf-map="drawn">
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void first.refetch()} />}
      {first.data !== undefined && (
        <WorldMap
          tiles={tiles}
          points={points}
          chosen={chosen}
          label={t('layouts.map')}
          onChoose={setChosen}
          onMove={setBox}
        />
      )}
      <div className={styles['beside']}>
        <output className={styles['said']}>
          {total > points.length
            ? t('map.some', { count: points.length, total: format.number(total, 0) })
            : t('map.all', { count: points.length })}
        </output>
        <ol className={styles['list']}>
          {(answer?.items ?? []).map((record) => (
            <Beside
              key={record.id}
              {...{ entity, record, query }}
              isChosen={record.id === chosen}
              onChoose={() => setChosen(record.id)}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

interface BesideProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly query: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A record in sight. Its place is marked while it has the focus or the pointer. */
function Beside({ entity, record, query, isChosen, onChoose }: BesideProps) {
  const model = useModel();
  const { pathname, search } = useLocation();
  const path = screenPath(model, entity.id, 'record', record.id);
  const title = record.title ?? record.id;
  return (
    <li
      data-nf-record={record.id}
      data-chosen={isChosen || undefined}
      ref={(item) => {
        if (isChosen) item?.scrollIntoView({ block: 'nearest' });
      }}
    >
      {path === null ? (
        <bdi>{title}</bdi>
      ) : (
        <Link
          to={path}
          state={fromListState({ query, address: pathname + search })}
          onFocus={onChoose}
          onPointerEnter={onChoose}
          data-nf-open={record.id}
        >
          <bdi>{title}</bdi>
        </Link>
      )}
    </li>
  );
}
