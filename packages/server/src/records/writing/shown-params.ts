import {
  fieldRights,
  idOf,
  isReadable,
  readerOf,
  type Entity,
  type Expression,
  type Problem,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import type { Attempt } from './attempt.ts';

type IsShown = (field: string) => boolean;

/** Fields of whose values this writer may be told: those closed to him on the record as it was are not, of a new one those that he could not have sent. */
function shownTo({ entity, rights }: Attempt, record: RecordValue, scope: Scope): IsShown {
  const mayRead = readerOf(entity, { ...scope, record }, rights);
  const sent = scope.before ? {} : fieldRights(rights, entity, { ...scope, record });
  return (name) => entity.fields[name] === undefined || mayRead(name) || sent[name]?.create === true;
}

/**
 * What is wrong with fields, without what this writer may not know: a bound that reads what is closed to him is
 * `out_of_bounds`, and of values that have to be unique together only those are named that he may read.
 */
export function shownProblems(
  own: Attempt,
  record: RecordValue,
  scope: Scope,
  problems: readonly Problem[],
): readonly Problem[] {
  const isShown = shownTo(own, record, scope);
  return problems.map((problem): Problem => {
    if (problem.code === 'not_unique') return shownSet(problem, record, isShown);
    if (problem.code === 'overlaps') return shownSpan(own.entity, problem, isShown);
    const isClosed = boundsOf(own.entity, problem).some((bound) => !isShownBound(own, problem, bound, isShown));
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

function shownSpan({ noOverlap }: Entity, problem: Problem, isShown: IsShown): Problem {
  const ends = [noOverlap?.from, noOverlap?.to].filter((name) => name !== undefined);
  return ends.every(isShown) ? problem : { ...problem, path: ends.find(isShown) ?? '', params: {} };
}

/** The bound that a problem names a value of. */
function boundsOf({ fields }: Entity, { path, params }: Problem): readonly Expression[] {
  const [name = '', inner] = path.split(/\[\d+\]\.|\[/);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const place = field?.type === 'lines' && inner !== undefined ? field.fields[inner] : field;
  return (['min', 'max'] as const).flatMap((end) => (Object.hasOwn(params, end) ? (place?.[end] ?? []) : []));
}

function isShownBound({ context, rights }: Attempt, { path }: Problem, bound: Expression, isShown: IsShown): boolean {
  const isFar = bound.reads.some((read) => !read.startsWith('limits.') && read.split('.').length > 2);
  const own = bound.reads.flatMap((read) => {
    const [variable, name = ''] = read.split('.');
    if (variable === 'line') return [path.split('[')[0] ?? ''];
    return variable === 'record' || variable === 'before' ? [name] : [];
  });
  return own.every(isShown) && (!isFar || isReadable(bound, context.model, rights));
}

/**
 * The values that messages name, as this writer may know them: nothing of fields closed to him on the record as it was,
 * of a new one nothing that he could not have sent, references by id and visible title.
 */
export async function shownParams(
  own: Attempt,
  record: RecordValue,
  scope: Scope,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  if (problems.length === 0) return problems;
  const isShown = shownTo(own, record, scope);
  const shown: Problem[] = [];
  for (const problem of problems) {
    const params: (readonly [string, Wire])[] = [];
    for (const [name, value] of Object.entries(problem.params).filter(([param]) => isShown(param))) {
      params.push([name, await shownValue(own, name, value, scope)]);
    }
    shown.push({ ...problem, params: Object.fromEntries(params) });
  }
  return shown;
}

async function shownValue(
  { views, rights, entity, tx }: Attempt,
  name: string,
  value: Wire,
  scope: Scope,
): Promise<Wire> {
  const id = idOf(value);
  if (id === null) return typeof value === 'object' ? null : value;
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (field?.type !== 'reference' || columnOf(field) === null) return { id };
  const titles = await views.peek(rights, entity.id).titles(tx, field.to, [id], scope);
  const title = titles.get(id);
  return title === undefined ? { id } : { id, title };
}
