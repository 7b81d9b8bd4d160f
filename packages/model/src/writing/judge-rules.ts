import type { Entity } from '../ir/entity.ts';
import type { Rule } from '../ir/rule.ts';
import { holds } from '../expressions/evaluate.ts';
import { explain, type MayRead } from '../expressions/explain.ts';
import { readerOf } from '../rights/may-read.ts';
import { type Rights } from '../rights/rights.ts';
import { asSeen } from '../rights/seen.ts';
import { innerFields, isSecret } from '../field-types/traits.ts';
import { STATE_FIELDS } from '../ir/system-fields.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { ownFieldsIn, stepsOf } from '../values/paths.ts';
import { isList, isMap, type Holder, type Scope } from '../values/value.ts';
import type { Problem, Why, Wire } from '../wire/answers.ts';
import { creatingIn } from './creating-in.ts';
import type { SettledWrite } from './settle.ts';

/** What the rules say of a write; `undecided` holds the error ids of those that only the server can judge. */
export interface RuleVerdicts {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly undecided: readonly string[];
}

/**
 * Judges every rule that reads something the write changes, or all of them when a record is created or a transition fires.
 * A warning that was there before is not asked again by a transition that leaves alone what it reads. With the rights of
 * the writer each problem says what decided it, as far as the writer may read that.
 */
export function judgeRules(write: SettledWrite, rights?: Rights): RuleVerdicts {
  const { entity, before, record, scope } = write;
  const creating = creatingIn(scope, before);
  const seen = asSeen(entity, record, creating);
  const inScope: Scope = {
    ...scope,
    record: seen,
    before: before && asSeen(entity, before, scope),
    creating: before === null && scope.creating !== false,
    transition: scope.transition ?? (before === null ? 'create' : null),
  };
  let reader: MayRead | undefined;
  const mayRead = rights && ((field: string) => (reader ??= readerOf(entity, inScope, rights))(field));
  const errors: Problem[] = [];
  const warnings: Problem[] = [];
  const undecided: string[] = [];
  for (const rule of rulesFor(write)) {
    for (const place of placesOf(rule, seen, inScope)) {
      const verdict = fails(rule, place.scope);
      if (verdict === undefined) undecided.push(rule.error);
      else if (verdict) (rule.severity === 'warning' ? warnings : errors).push(problemOf(entity, rule, place, mayRead));
    }
  }
  return { errors, warnings, undecided };
}

function rulesFor({ entity, before, record, changed: fields, scope }: SettledWrite): readonly Rule[] {
  if (before === null) return entity.rules;
  const isMoved = scope.transition === undefined && before.state !== record.state; // a derived state
  const changed = withHidden(entity, isMoved ? new Set([...fields, ...STATE_FIELDS]) : fields);
  const firing = typeof scope.transition === 'string';
  return entity.rules.filter((rule) => (firing && rule.severity === 'error') || isConcerned(rule, changed));
}

function isConcerned(rule: Rule, changed: ReadonlySet<string>): boolean {
  return fieldsOfRule(rule).some((field) => changed.has(field));
}

/** Fields that are hidden at times, and lines with such fields, by what their `visible_when` reads of the record. */
const hideable = memoizedWeakly(({ fields }: Entity) =>
  Object.values(fields).flatMap((field) => {
    const conditions = [field, ...Object.values(innerFields(field))].flatMap(({ visibleWhen }) => visibleWhen ?? []);
    return conditions.length === 0
      ? []
      : [{ id: field.id, reads: conditions.flatMap((one) => ownFieldsIn(one.reads)) }];
  }),
);

/** What differs for whoever reads the record: also fields that may be hidden or shown by what has changed. */
export function withHidden(entity: Entity, changed: ReadonlySet<string>): ReadonlySet<string> {
  const turned = hideable(entity).filter(({ id, reads }) => !changed.has(id) && reads.some((one) => changed.has(one)));
  if (turned.length === 0) return changed;
  return withHidden(entity, new Set([...changed, ...turned.map(({ id }) => id)]));
}

/** The fields of the record that a rule reads. */
export const fieldsOfRule = memoizedWeakly(({ when, check, lines }: Rule): readonly string[] => {
  const reads = [...(when?.reads ?? []), ...check.reads];
  const ofLines = lines !== null && reads.some((path) => path.startsWith('line.')) ? [lines] : [];
  return [...ownFieldsIn(reads), ...ofLines];
});

/** Where a rule is judged: `line` is the path of the line that it is judged on. */
interface Place {
  readonly path: string;
  readonly scope: Scope;
  readonly line?: string;
}

/** The record itself, or each line of the field that the rule is about. */
function placesOf(rule: Rule, record: Holder, scope: Scope): readonly Place[] {
  if (rule.lines === null) return [{ path: rule.at ?? '', scope }];
  const lines = record[rule.lines];
  if (!isList(lines)) return [];
  return lines.map((line, index) => {
    const path = `${String(rule.lines)}[${index}]`;
    return {
      path: rule.at === null ? path : `${path}.${rule.at}`,
      scope: { ...scope, line: isMap(line) ? line : null },
      line: `record.${path}`,
    };
  });
}

function problemOf(entity: Entity, rule: Rule, place: Place, mayRead: MayRead | undefined): Problem {
  const why = mayRead ? whyBroken(rule, place, mayRead) : [];
  const problem = { path: place.path, code: rule.error, params: paramsOf(entity, rule, place.scope) };
  return why.length === 0 ? problem : { ...problem, why };
}

/** A rule is broken by what its check saw, and because it applies. */
function whyBroken({ check, when }: Rule, { scope, line }: Place, mayRead: MayRead): readonly Why[] {
  return [check, when].flatMap((part) => (part?.tree ? explain(part.tree, scope, mayRead, line) : []));
}

/** True where the rule is broken; undefined where this side cannot tell. */
function fails(rule: Rule, scope: Scope): boolean | undefined {
  const applies = holds(rule.when, scope);
  if (applies === false) return false;
  const verdict = holds(rule.check, scope);
  if (verdict === undefined) return undefined;
  const broken = rule.sense === 'check' ? !verdict : verdict;
  return broken && applies === undefined ? undefined : broken;
}

/** The values that the rule looks at, for its message: fields of the record or line by name, limits by name. No secret is one of them. */
function paramsOf({ fields }: Entity, rule: Rule, scope: Scope): Readonly<Record<string, Wire>> {
  const params: Record<string, Wire> = {};
  for (const path of [...(rule.when?.reads ?? []), ...rule.check.reads]) {
    const [root, name] = stepsOf(path);
    const holder =
      root === 'record' ? scope.record : root === 'line' ? scope.line : root === 'limits' ? scope.limits : null;
    if (name === undefined || (root === 'record' && isSecret(fields[name]))) continue;
    const value = holder?.[name];
    if (value !== undefined && (root === 'limits' || !isList(value))) params[name] = plain(value);
  }
  return params;
}

/** A reference by id and title alone: other fields that were loaded of it are not sent. */
function plain(value: Wire): Wire {
  if (!isMap(value)) return value;
  const { id, title } = value;
  return title === undefined ? { id } : { id, title };
}
