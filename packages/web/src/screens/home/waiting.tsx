import { boundedOf, type Entity, isDeadline, type Model, screenPath } from '@ninefold/model';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useSmallListQuery, type HomeAnswer, type WaitingRecords } from '../../base/calls/home-api.ts';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { StateBadge } from '../../fields/cells/state-badge.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { Loading } from '../../kit/messages/loading.tsx';
import { columnsOf, namedColumns } from '../../records/rows/columns.ts';
import { useNumber } from './figure.tsx';
import { Rows } from './rows.tsx';
import { NextStep } from './next-step.tsx';
import { useNextStep } from './use-next-step.ts';
import { useTaken } from './use-taken.tsx';
import { withShown } from './with-shown.ts';
import classes from './home.module.css';

const ROWS = 8;
const COLUMNS = 5;

/** Per entity, in the order of the menu, the records that wait for the reader: how many in each state, and the most urgent ones. */
export function Waiting({ waiting }: { readonly waiting: HomeAnswer['waiting'] }) {
  const model = useModel();
  const listed = listedInMenu(model);
  const placeOf = ({ entity }: WaitingRecords): number =>
    listed.includes(entity) ? listed.indexOf(entity) : listed.length;
  return waiting
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((each) => {
      const entity = model.entities[each.entity];
      return entity === undefined ? null : <OfEntity key={each.entity} entity={entity} waiting={each} />;
    });
}

/** The entities of the lists in the menu, in its order. */
function listedInMenu({ menu, screens }: Model): readonly string[] {
  const lists = new Map(screens.flatMap((screen) => (screen.kind === 'list' ? [[screen.id, screen.entity]] : [])));
  return menu.flatMap((group) => group.screens.flatMap((id) => lists.get(id) ?? []));
}

function OfEntity({ entity, waiting }: { readonly entity: Entity; readonly waiting: WaitingRecords }) {
  const texts = useTexts();
  const model = useModel();
  const number = useNumber();
  const list = screenPath(model, entity.id, 'list');
  const title = texts.entityMany(entity.id);
  const heading = `nf-waiting-${entity.id}`;
  return (
    <section className="nf-panel" aria-labelledby={heading} data-nf-waiting={entity.id}>
      <div className={classes['sectionHead']}>
        <h3 id={heading}>
          <span lang={texts.written}>{title}</span> <span className={classes['total']}>{number(waiting)}</span>
        </h3>
        {list !== null && (
          <Link
            to={{ pathname: list, search: waitingSearch({}) }}
            aria-label={texts.t('home.show_all_of', { list: title })}
          >
            {texts.t('home.show_all')}
          </Link>
        )}
      </div>
      {list !== null && waiting.states.length > 1 && (
        <ul className={classes['states']}>
          {waiting.states.map(({ field, state, total, by }) => (
            <li key={`${field} ${state}`}>
              <Link
                to={{ pathname: list, search: waitingSearch({ waiting: by, [`f.${field}`]: `in:${state}` }) }}
                data-nf-waiting-state={state}
              >
                <StateBadge entity={entity.id} state={state} cycle={field} /> {number({ total, total_is: 'exact' })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Longest entity={entity} title={title} />
    </section>
  );
}

/**
 * The date or moment that puts what is late on top: one that something is due by, else the first by which a list of the entity is
 * sorted upwards; else when the record was created.
 */
function urgentBy(model: Model, entity: Entity): string {
  const sorted = model.screens.flatMap((screen) =>
    screen.kind === 'list' && screen.entity === entity.id ? screen.sort : [],
  );
  const isMoment = (name: string): boolean => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return field !== undefined && boundedOf(field.type) === 'moment' && field.computed?.live !== true;
  };
  const moments = [...sorted, ...Object.keys(entity.fields)].filter(isMoment);
  return moments.find((name) => isDeadline(entity, name)) ?? sorted.find(isMoment) ?? 'created_at';
}

/** The first rows, the most urgent on top, each with its next step. What failed of a step stays, and so do the rows, where they cannot be asked for anew. */
function Longest({ entity, title }: { readonly entity: Entity; readonly title: string }) {
  const model = useModel();
  const rights = useRights();
  const sort = useMemo(() => [urgentBy(model, entity)], [model, entity]);
  const { data, error, refetch } = useSmallListQuery({
    entity: entity.id,
    of: { waiting: 'me' },
    sort,
    rows: ROWS,
  });
  const stepOf = useNextStep(entity, sort, ROWS);
  const { task, take } = useTaken(entity);
  const columns = withShown(
    columnsOf(entity, namedColumns(model, entity.id), rights).map(({ id }) => id),
    { most: COLUMNS, always: sort.filter((id) => Object.hasOwn(entity.fields, id)) },
  );
  if (data === undefined && error === undefined) return <Loading />;
  return (
    <>
      {task}
      {error !== undefined && <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Rows
          entity={entity.id}
          columns={columns}
          items={data.items}
          title={title}
          beside={(record) => <NextStep entity={entity} record={record} step={stepOf(record)} onTake={take} />}
        />
      )}
    </>
  );
}

/** The search part of a list's address that shows what waits for its reader, in one state or in all. */
function waitingSearch(state: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams({ waiting: 'me', ...state }).toString()}`;
}
