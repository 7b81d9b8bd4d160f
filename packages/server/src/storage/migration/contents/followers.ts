import { isLines, reactionTimer } from '@ninefold/model';
import type { Renamed } from '@ninefold/spec';
import type { Writer } from '../../database/database.ts';
import { found, together, type Planned, type Step } from '../changes/change.ts';
import { rewriteCauses } from './causes.ts';
import { isInConditions, rewriteConditions } from './conditions.ts';
import { exchange, newIds, type NewId } from './exchange.ts';
import { rewriteHistory } from './history.ts';
import { renameSeedRows } from './seed-rows.ts';
import { rewriteStuckReasons } from './stuck-reasons.ts';
import { rewriteSubscriptions } from './subscriptions.ts';
import { wasOf } from '../comparison/other-source.ts';
import type { Work } from '../comparison/work.ts';

/** What else holds ids of the specification: history, numbers that were drawn, labels and rows of data files, keys of programs. */
export function planFollowers(work: Work): Planned {
  const { layout, model, own } = work;
  const of = (kind: Renamed['kind']): readonly Renamed[] => layout.pending.filter((one) => one.kind === kind);
  const entities = of('entity').filter(({ was }) =>
    layout.tables.some(({ before, field }) => before === was && field === null),
  );
  const steps: Step[] = [];
  if (entities.length > 0)
    for (const table of [
      '_history',
      '_sequence',
      '_label',
      '_seed',
      '_timer',
      '_comment',
      '_follower',
      '_notification',
      '_call',
      '_in_call',
      '_subscription',
      '_event',
      '_mail',
      '_mail_item',
      '_file_use',
      '_stuck_approval',
    ])
      steps.push(exchange(table, 'entity', newIds(entities)));
  if (of('role').length > 0 && own.some(({ name }) => name === '_api_key'))
    steps.push(exchange('_api_key', 'role', newIds(of('role'))));
  const acting = [...entities, ...of('transition'), ...of('reaction')];
  if (acting.length > 0) steps.push({ phase: 'reword', run: (tx) => rewriteCauses(tx, acting) });
  const inReasons = [...entities, ...of('rule'), ...of('error'), ...of('field')];
  if (inReasons.length > 0) steps.push({ phase: 'reword', run: (tx) => rewriteStuckReasons(tx, inReasons) });
  if (layout.pending.some(isInConditions))
    steps.push({ phase: 'reword', run: (tx) => rewriteConditions(tx, model, layout.pending) });
  const parts = Object.keys(model.entities).map((entity) => ofEntity(work, entity));
  return together([{ changes: [], steps }, ...parts]);
}

/** What records of an entity, and what else is stored of them, hold the ids of. */
function isInside(kind: Renamed['kind']): boolean {
  return kind !== 'entity' && kind !== 'role' && kind !== 'rule' && kind !== 'error';
}

function ofEntity(work: Work, entity: string): Planned {
  const { layout } = work;
  const mine = layout.pending.filter(({ kind, path }) => isInside(kind) && path[0] === entity);
  const roles = entity === 'user' ? layout.pending.filter(({ kind }) => kind === 'role') : [];
  if (mine.length === 0 && roles.length === 0) return { changes: [], steps: [] };
  const where = { text: '"entity" = ?', values: [entity] };
  const states = mine.filter(({ kind }) => kind === 'state');
  const transitions = mine.filter(({ kind }) => kind === 'transition');
  const reactions = mine.filter(({ kind }) => kind === 'reaction');
  const fields = renamedFields(work, entity);
  const inChanges = [...mine.filter(({ kind }) => kind === 'field' || kind === 'option'), ...roles];
  const steps: Step[] = [
    ...(states.length > 0 ? ['from', 'to'].map((column) => exchange('_history', column, newIds(states), where)) : []),
    ...(transitions.length > 0
      ? ['_history', '_timer', '_event', '_stuck_approval'].map((table) =>
          exchange(table, 'transition', newIds(transitions), where),
        )
      : []),
    ...(transitions.length > 0
      ? [{ phase: 'reword' as const, run: (tx: Writer) => rewriteSubscriptions(tx, entity, transitions) }]
      : []),
    ...(reactions.length > 0 ? [exchange('_timer', 'transition', reactions.map(asTimer), where)] : []),
    ...(fields.length > 0 ? ['_sequence', '_file_use'].map((table) => exchange(table, 'field', fields, where)) : []),
    ...(inChanges.length > 0
      ? [{ phase: 'reword' as const, run: (tx: Writer) => rewriteHistory(tx, entity, inChanges) }]
      : []),
    { phase: 'reword', run: (tx) => renameSeedRows(tx, entity, mine) },
  ];
  const told = [
    ...transitions.map(({ path, was }) =>
      found('transition_renamed', path.join('.'), '_history', { column: 'transition', was }),
    ),
    ...reactions.map(({ path, was }) =>
      found('reaction_renamed', path.join('.'), '_history', { column: 'cause', was }),
    ),
  ];
  return { changes: told, steps };
}

/** Fields of an entity, and of its lines as `lines.photo`, that have another name. */
function renamedFields({ layout, model }: Work, entity: string): readonly NewId[] {
  const was = (...path: readonly string[]): string => wasOf(layout.followed, 'field', [entity, ...path]);
  return Object.values(model.entities[entity]?.fields ?? {})
    .flatMap((field): readonly NewId[] => [
      { was: was(field.id), now: field.id },
      ...Object.keys(isLines(field) ? field.fields : {}).map((inner) => ({
        was: `${was(field.id)}.${was(field.id, inner)}`,
        now: `${field.id}.${inner}`,
      })),
    ])
    .filter((one) => one.was !== one.now);
}

/** The renaming of a reaction among the timers. */
function asTimer({ path, was }: Renamed): NewId {
  return { was: reactionTimer({ id: was }), now: reactionTimer({ id: path[1] ?? '' }) };
}
