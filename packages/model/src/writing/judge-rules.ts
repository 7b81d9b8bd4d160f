import type { Rule } from '../ir/rule.ts';
import { holds } from '../expressions/evaluate.ts';
import { explain } from '../expressions/explain.ts';
import { readerOf, type MayRead } from '../rights/may-read.ts';
import type { Rights } from '../rights/rights.ts';
import type { Holder, Scope } from '../values/value.ts';
import type { Problem, ReferenceValue, Why, Wire } from '../wire/answers.ts';
import { changedFields } from './changed-fields.ts';
import type { SettledWrite } from './validate-fields.ts';
import { asSeen } from './visible.ts';

/** What the rules say of a write; `undecided` holds the error ids of those that only the server can judge. */
export interface RuleVerdicts {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly undecided: readonly string[];
}

/**
 * Judges every rule that reads something the write changes, or all of them when a record is created or a transition fires.
 * A warning that was there before is not asked again by a transition that leaves alone what it reads. With the rights of
 * the writer each problem says what decided it, as far as he may read that.
 */
export function judgeRules(write: SettledWrite, rights?: Rights): RuleVerdicts {
  const { entity, before, record, scope } = write;
  const seen = asSeen(entity, record, scope);
  const inScope: Scope = {
    ...scope,
    record: seen,
    before: before && asSeen(entity, before, scope),
    creating: before === null,
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
      else if (verdict) (rule.severity === 'warning' ? warnings : errors).push(problemOf(rule, place, mayRead));
    }
  }
  return { errors, warnings, undecided };
}

function rulesFor({ entity, before, record, scope }: SettledWrite): readonly Rule[] {
  if (before === null) return entity.rules;
  const touched = new Set(changedFields(entity, before, record));
  const firing = typeof scope.transition === 'string';
  return entity.rules.filter((rule) => (firing && rule.severity === 'error') || isConcerned(rule, touched));
}

function isConcerned(rule: Rule, touched: ReadonlySet<string>): boolean {
  const reads = [...(rule.when?.reads ?? []), ...rule.check.reads];
  return reads.some((path) =>
    path.startsWith('line.') ? touched.has(rule.lines ?? '') : touched.has(path.split('.')[1] ?? ''),
  );
}

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
  if (!Array.isArray(lines)) return [];
  return lines.map((line: Wire, index) => {
    const path = `${String(rule.lines)}[${index}]`;
    return {
      path: rule.at === null ? path : `${path}.${rule.at}`,
      scope: { ...scope, line: line as Holder },
      line: `record.${path}`,
    };
  });
}

function problemOf(rule: Rule, place: Place, mayRead: MayRead | undefined): Problem {
  const why = mayRead ? whyBroken(rule, place, mayRead) : [];
  const problem = { path: place.path, code: rule.error, params: paramsOf(rule, place.scope) };
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

/** The values that the rule looks at, for its message: fields of the record or line by name, limits by name. */
function paramsOf(rule: Rule, scope: Scope): Readonly<Record<string, Wire>> {
  const params: Record<string, Wire> = {};
  for (const path of [...(rule.when?.reads ?? []), ...rule.check.reads]) {
    const [root, name] = path.split('.');
    const holder =
      root === 'record' ? scope.record : root === 'line' ? scope.line : root === 'limits' ? scope.limits : null;
    const value = name === undefined ? undefined : holder?.[name];
    if (name !== undefined && value !== undefined && !Array.isArray(value)) params[name] = plain(value as Wire);
  }
  return params;
}

/** A reference by id and title alone: whatever else was loaded of it is nobody's business. */
function plain(value: Wire): Wire {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { id, title } = value as ReferenceValue;
  return title === undefined ? { id } : { id, title };
}
