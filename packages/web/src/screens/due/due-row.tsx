import { dateOf, timedTransitions, type DueEntry, type Model, screenPath } from '@ninefold/model';
import { Link } from 'react-router';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { RecordLink } from '../../fields/cells/record-link.tsx';
import { StuckReasons } from '../../fields/messages/stuck-reasons.tsx';
import classes from './due.module.css';

interface DueRowProps {
  readonly item: DueEntry;
  /** Whether the table has a column of notes. */
  readonly noted: boolean;
}

/** One thing that will happen by itself: when, to which record, what, and what stands in its way. */
export function DueRow({ item, noted }: DueRowProps) {
  const { t } = useTexts();
  const { instant, readInstant } = useFormat();
  const { record, next } = item;
  return (
    <tr data-nf-due={item.transition ?? item.reaction} data-nf-record={record?.id ?? ''} data-nf-timer={item.state}>
      <th scope="row" className={classes['when']}>
        <time dateTime={next} title={readInstant(next)}>
          {instant(next)}
        </time>
      </th>
      <td data-label={t('due_page.record')}>
        <div>
          <About item={item} />
        </div>
      </td>
      <td data-label={t('due_page.what')}>
        <What item={item} />
      </td>
      {noted && (
        <td data-label={t('due_page.note')}>
          <Note item={item} />
        </td>
      )}
    </tr>
  );
}

/** The record, or all to which a calendar comes, which a list shows. */
function About({ item: { entity, record, records, next } }: { readonly item: DueEntry }) {
  const { t, thing, entityMany } = useTexts();
  const { number } = useFormat();
  const model = useModel();
  const { timeZone } = useScope();
  if (record !== null)
    return (
      <>
        <RecordLink entity={entity} value={record} /> <span className={classes['kind']}>{thing(entity)}</span>
      </>
    );
  const path = screenPath(model, entity, 'list');
  if (records === null) return entityMany(entity);
  const many =
    records.total_is === 'exact' ? number(records.total, 0) : t('list.at_least', { number: number(records.total, 0) });
  const day = dateOf(next, timeZone);
  return (
    <>
      {path === null ? (
        entityMany(entity)
      ) : (
        <Link to={`${path}?due=${day ?? ''}..${day ?? ''}`}>{entityMany(entity)}</Link>
      )}{' '}
      <span className={classes['kind']}>{t('due_page.records', { count: records.total, number: many })}</span>
    </>
  );
}

function What({ item: { entity, transition: id, reaction: reactionId, state } }: { readonly item: DueEntry }) {
  const { t, transition, reaction } = useTexts();
  const model = useModel();
  if (id === null) return reaction(entity, reactionId ?? '');
  const own = model.entities[entity];
  const timed = own && timedTransitions(own).find(({ name }) => name === id);
  const name = transition(entity, id);
  return timed?.transition.timer === null && state === 'planned' ? t('due_page.escalates', { name }) : name;
}

function Note({ item }: { readonly item: DueEntry }) {
  const { t } = useTexts();
  const { instant } = useFormat();
  const model = useModel();
  const { entity, due, state, reason } = item;
  if (state === 'planned') return isConditional(model, item) ? t('due_page.if') : null;
  if (state === 'waiting') return t('due_page.waiting', { due: instant(due) });
  return (
    <div>
      {t('due_page.stuck', { due: instant(due) })}
      {reason === null ? (
        <p className={classes['hidden']}>{t('due_page.hidden')}</p>
      ) : (
        <StuckReasons entity={entity} reason={reason} />
      )}
    </div>
  );
}

/** Whether there is something to say about an entry beside what will happen. */
export function hasNote(model: Model, item: DueEntry): boolean {
  return item.state !== 'planned' || isConditional(model, item);
}

/** Whether a condition decides at the moment itself. */
function isConditional({ entities }: Model, { entity, transition }: DueEntry): boolean {
  const own = entities[entity];
  const timed = own && timedTransitions(own).find(({ name }) => name === transition);
  return (timed?.transition.when ?? null) !== null;
}
