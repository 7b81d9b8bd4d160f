import {
  canEverRead,
  fieldsToFind,
  idOf,
  isOneReference,
  isProse,
  sameValue,
  type Entity,
  type Field,
  type Node,
  type Problem,
  type Wire,
} from '@ninefold/model';
import { decodeField } from '../../../storage/columns/registry.ts';
import { all, column, join, sql, table, value as valueSql, valuesOf } from '../../../storage/sql/sql.ts';
import { targetOf } from '../../loading/find-target.ts';
import { rowsShowing } from '../../views/field-access.ts';
import type { Change } from '../change.ts';
import { shownTo, type IsShown } from './shown-params.ts';

/**
 * Problems with what explains them to people, as far as this writer may read it: of a record that is not offered what it would
 * have to be, of a period that meets another one which record has it, and how long, of a value that was looked for and is required
 * whether no record was found or several.
 */
export async function withReasons(change: Change, problems: readonly Problem[]): Promise<readonly Problem[]> {
  const isShown = shownTo(change);
  const told: Problem[] = [];
  for (const problem of problems) {
    const { with: met, ...params } = problem.params;
    if (problem.code === 'not_offered')
      told.push({ ...problem, params: { ...params, ...(await offerReason(change, problem, isShown)) } });
    else if (problem.code === 'overlaps')
      told.push({ ...problem, params: { ...params, ...(await metReason(change, problem, met)) } });
    else if (problem.code === 'required') told.push({ ...problem, code: await whyBlank(change, problem.path) });
    else told.push(problem);
  }
  return told;
}

/** Why a required value is blank: it was looked for, and no record was found or several, or nobody gave it. */
async function whyBlank(change: Change, path: string): Promise<Problem['code']> {
  const { plan, tx, record, writeScope } = change;
  const finding = plan.finds.size === 0 ? undefined : fieldsToFind(change, record).find((one) => one.path === path);
  const target = finding && targetOf(plan.finds, finding);
  if (target === undefined) return 'required';
  const found = await target.ids(tx, { record, line: finding?.within?.line ?? null }, writeScope);
  return found.length === 0 ? 'none_found' : 'several_found';
}

type Params = Problem['params'];
const NOTHING: Params = {};

/** Of a condition like `option.team == record.team`: the title of the record that was chosen, the field of it, and what that has to be. */
async function offerReason(change: Change, { path }: Problem, isShown: IsShown): Promise<Params> {
  const { entity, context, rights, record } = change;
  const field = entity.fields[path];
  const id = idOf(record[path]);
  if (!isOneReference(field) || id === null) return NOTHING;
  const target = context.model.entities[field.to];
  if (target === undefined) return NOTHING;
  const told = comparedIn(field.where?.tree ?? null).filter(
    ({ option, own }) => isShown(own) && canEverRead(rights, target, option),
  );
  const pair = await firstOther(change, target, id, told);
  if (pair === undefined) return NOTHING;
  const value = await titleOf(change, field.to, id);
  const wanted = await textOf(change, entity.fields[pair.own], record[pair.own] ?? null);
  return value === null || wanted === null ? NOTHING : { value, wanted, about: pair.option, of: field.to };
}

/** A field of the option that has to be what a field of the record is. */
interface Compared {
  readonly option: string;
  readonly own: string;
}

/** The first of these that are not equal: another part of the condition may be what refuses the option. */
async function firstOther(
  { record, tx, writeScope }: Change,
  { id: target, fields }: Entity,
  id: string,
  pairs: readonly Compared[],
): Promise<Compared | undefined> {
  const columns = pairs.filter(({ option }) => fields[option] !== undefined);
  if (columns.length === 0) return undefined;
  const selected = join(
    columns.map(({ option }) => column('t', option)),
    ', ',
  );
  const statement = sql`SELECT ${selected} FROM ${table(target)} t WHERE t."id" = ${valueSql(id)}`;
  const [row] = await tx.all(statement, valuesOf(statement, writeScope));
  return columns.find(({ option, own }) => {
    const field = fields[option];
    return field !== undefined && !sameValue(field, decodeField(tx.dialect, field, row?.[option]), record[own] ?? null);
  });
}

/** The fields that a condition compares for being equal, where all of its parts have to hold. */
function comparedIn(node: Node | null): readonly Compared[] {
  if (node?.node !== 'call') return [];
  if (node.fn === 'and') return node.args.flatMap(comparedIn);
  const option = node.args.flatMap((arg) => fieldOf(arg, 'option') ?? [])[0];
  const own = node.args.flatMap((arg) => fieldOf(arg, 'record') ?? [])[0];
  return node.fn === 'eq' && option !== undefined && own !== undefined ? [{ option, own }] : [];
}

function fieldOf(node: Node, variable: string): string | null {
  return node.node === 'field' && node.of.node === 'variable' && node.of.name === variable ? node.name : null;
}

/** A title, or the text itself; null for what has no words of its own. */
async function textOf(change: Change, field: Field | undefined, value: Wire): Promise<string | null> {
  if (isOneReference(field)) return titleOf(change, field.to, idOf(value));
  return field !== undefined && isProse(field.type) && typeof value === 'string' ? value : null;
}

async function titleOf(
  { views, rights, entity, tx, writeScope }: Change,
  to: string,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  return (await views.of(rights)(entity.id).titles(tx, to, [id], writeScope)).get(id) ?? null;
}

/** The title of the record with the other period and, where the writer may read them, when that begins and ends. */
async function metReason(change: Change, { path }: Problem, met: Wire | undefined): Promise<Params> {
  const { entity } = change;
  const id = idOf(met);
  const title = await titleOf(change, entity.id, id);
  if (title === null || id === null) return NOTHING;
  const span = entity.noOverlaps.find(({ from, error }) => from === path && error === null);
  return { with: title, ...(span === undefined ? {} : await endsOf(change, id, [span.from, span.to])) };
}

async function endsOf(change: Change, id: string, [from, to]: readonly [string, string]): Promise<Params> {
  const { context, views, rights, entity, tx, writeScope } = change;
  const rows = all([
    sql`t."id" = ${valueSql(id)}`,
    views.of(rights)(entity.id).rows,
    rowsShowing(context, entity, { rights, fields: [from, to], alias: 't' }),
  ]);
  const statement = sql`SELECT ${column('t', from)} AS "start", ${column('t', to)} AS "end" FROM ${table(entity.id)} t WHERE ${rows}`;
  const [row] = await tx.all(statement, valuesOf(statement, writeScope));
  const read = (field: Field | undefined, name: string): Wire =>
    row === undefined || field === undefined ? null : decodeField(tx.dialect, field, row[name]);
  const [start, end] = [read(entity.fields[from], 'start'), read(entity.fields[to], 'end')];
  return start === null || end === null ? NOTHING : { start, end };
}
