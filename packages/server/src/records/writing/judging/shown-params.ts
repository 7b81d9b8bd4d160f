import {
  type Entity,
  type Expression,
  fieldRights,
  idOf,
  isLines,
  isList,
  isOneReference,
  isReadable,
  type NoOverlap,
  type Problem,
  readerOf,
  type RecordValue,
  type Wire,
  stepsOf,
} from '@ninefold/model';
import { columnOf } from '../../../storage/columns/registry.ts';
import type { Change } from '../change.ts';

/** Whether this writer may see the value of a field. */
export type IsShown = (field: string) => boolean;

/** The fields whose values this writer may see: those open to them on the record as it was, of a new one those that they may send. */
export function shownTo({ entity, rights, record, writeScope: scope }: Change): IsShown {
  const mayRead = readerOf(entity, { ...scope, record }, rights);
  const sent = scope.before ? {} : fieldRights(rights, entity, { ...scope, record });
  return (name) => entity.fields[name] === undefined || mayRead(name) || sent[name]?.create === true;
}

/**
 * What is wrong with fields, without what this writer may not know. A bound that reads fields closed to the writer is
 * `out_of_bounds`. Of values that have to be unique together, only those are named that the writer may read.
 */
export function shownProblems(change: Change, problems: readonly Problem[]): readonly Problem[] {
  const { entity, record } = change;
  const isShown = shownTo(change);
  return problems.map((problem): Problem => {
    if (problem.code === 'not_unique') return shownSet(problem, record, isShown);
    const spans = entity.noOverlaps.filter(({ error }) => problem.code === (error ?? 'overlaps'));
    if (spans.length > 0) return shownSpan(spans, problem, isShown);
    const isClosed = boundsOf(entity, problem).some((bound) => !isShownBound(change, problem, bound, isShown));
    return isClosed ? { ...problem, code: 'out_of_bounds', params: { field: problem.params['field'] ?? '' } } : problem;
  });
}

function shownSet(problem: Problem, record: RecordValue, isShown: IsShown): Problem {
  const names = String(problem.params['field'] ?? '').split(', ');
  const shown = names.filter(isShown);
  if (shown.length === names.length) return problem;
  const value = record[shown[0] ?? ''] ?? '';
  const params = { field: shown.join(', '), value: (idOf(value) ?? String(value)).slice(0, 100) };
  return { ...problem, path: shown[0] ?? '', params };
}

/** What meets another period, as far as the writer may read the ends of each that is called so. */
function shownSpan(spans: readonly NoOverlap[], problem: Problem, isShown: IsShown): Problem {
  const called = spans.filter(({ from }) => from === problem.path);
  const ends = called.flatMap(({ from, to }) => [from, to]);
  const isPer = called.flatMap(({ per }) => per).every(isShown);
  if (!ends.every(isShown)) return { ...problem, path: ends.find(isShown) ?? '', params: {} };
  if (isPer) return problem;
  return { ...problem, params: Object.fromEntries(Object.entries(problem.params).filter(([name]) => name !== 'per')) };
}

/** The bound that a problem names a value of. */
function boundsOf({ fields }: Entity, { path, params }: Problem): readonly Expression[] {
  const [name = '', inner] = path.split(/\[\d+\]\.|\[/);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const place = isLines(field) && inner !== undefined ? field.fields[inner] : field;
  return (['min', 'max'] as const).flatMap((end) => (Object.hasOwn(params, end) ? (place?.[end] ?? []) : []));
}

function isShownBound({ context, rights }: Change, { path }: Problem, bound: Expression, isShown: IsShown): boolean {
  const isFar = bound.reads.some((read) => !read.startsWith('limits.') && read.split('.').length > 2);
  const own = bound.reads.flatMap((read) => {
    const [variable, name = ''] = stepsOf(read);
    if (variable === 'line') return [path.split('[')[0] ?? ''];
    return variable === 'record' || variable === 'before' ? [name] : [];
  });
  return own.every(isShown) && (!isFar || isReadable(bound, context.model, rights));
}

/**
 * The values that messages name, as this writer may know them: nothing of fields closed to the writer on the record as it
 * was, of a new record nothing that the writer may not send, references by id and visible title.
 */
export async function shownParams(change: Change, problems: readonly Problem[]): Promise<readonly Problem[]> {
  const isShown = shownTo(change);
  const shown: Problem[] = [];
  for (const problem of problems) {
    const params: (readonly [string, Wire])[] = [];
    for (const [name, value] of Object.entries(problem.params).filter(([param]) => isShown(param))) {
      params.push([name, await shownValue(change, name, value)]);
    }
    shown.push({ ...problem, params: Object.fromEntries(params) });
  }
  return shown;
}

async function shownValue({ views, rights, entity, tx, writeScope }: Change, name: string, value: Wire): Promise<Wire> {
  const id = idOf(value);
  if (id === null) return typeof value === 'object' && !isList(value) ? null : value;
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!isOneReference(field) || columnOf(field) === null) return { id };
  const titles = await views.of(rights)(entity.id).titles(tx, field.to, [id], writeScope);
  const title = titles.get(id);
  return title === undefined ? { id } : { id, title };
}
