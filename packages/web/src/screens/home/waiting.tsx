import { boundedOf, type Entity, type Model, screenPath } from '@ninefold/model';
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
import { useApprovalSteps } from './use-approval-steps.ts';
import classes from './home.module.css';

const ROWS = 8;
const COLUMNS = 5;

/** Per entity, the records that wait for the reader: how many in each state, and those that have waited longest. */
export function Waiting({ waiting }: { readonly waiting: HomeAnswer['waiting'] }) {
  const { entities } = useModel();
  return waiting.map((each) => {
    const entity = entities[each.entity];
    return entity === undefined ? null : <OfEntity key={each.entity} entity={entity} waiting={each} />;
  });
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

/** The moment by which a list of the entity puts the earliest on top, such as when something is due; else when it was created. */
function urgentBy(model: Model, { id, fields }: Entity): string {
  const sorted = model.screens.flatMap((screen) => (screen.kind === 'list' && screen.entity === id ? screen.sort : []));
  const isMoment = (name: string): boolean => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field !== undefined && boundedOf(field.type) === 'moment';
  };
  return sorted.find(isMoment) ?? 'created_at';
}

/** The first rows, the most urgent on top. */
function Longest({ entity, title }: { readonly entity: Entity; readonly title: string }) {
  const model = useModel();
  const rights = useRights();
  const { data, error, refetch } = useSmallListQuery({
    entity: entity.id,
    of: { waiting: 'me' },
    sort: [urgentBy(model, entity)],
    rows: ROWS,
  });
  const stepOf = useApprovalSteps(entity, ROWS);
  const columns = columnsOf(entity, namedColumns(model, entity.id), rights).map(({ id }) => id);
  if (error !== undefined) return <ErrorBanner failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <Rows entity={entity.id} columns={columns.slice(0, COLUMNS)} items={data.items} title={title} stepOf={stepOf} />
  );
}

/** The search part of a list's address that shows what waits for its reader, in one state or in all. */
function waitingSearch(state: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams({ waiting: 'me', ...state }).toString()}`;
}
