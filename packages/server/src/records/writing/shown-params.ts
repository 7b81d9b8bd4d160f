import { fieldRights, idOf, readerOf, type Problem, type RecordValue, type Scope, type Wire } from '@ninefold/model';
import { columnOf } from '../../storage/columns/registry.ts';
import type { Attempt } from './attempt.ts';

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
  const { entity, rights } = own;
  const mayRead = readerOf(entity, { ...scope, record }, rights);
  const sent = scope.before ? {} : fieldRights(rights, entity, { ...scope, record });
  const isShown = (name: string): boolean =>
    entity.fields[name] === undefined || mayRead(name) || sent[name]?.create === true;
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
