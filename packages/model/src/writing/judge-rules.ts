import type { Rule } from '../ir/rule.ts';
import { holds } from '../expressions/evaluate.ts';
import type { Holder, Scope } from '../values/value.ts';
import type { Problem, ReferenceValue, Wire } from '../wire/answers.ts';
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
 * A warning that was there before is not asked again by a transition that leaves alone what it reads.
 */
export function judgeRules(write: SettledWrite): RuleVerdicts {
  const { entity, before, record, scope } = write;
  const seen = asSeen(entity, record, scope);
  const inScope: Scope = {
    ...scope,
    record: seen,
    before: before ?? null,
    creating: before === null,
    transition: scope.transition ?? (before === null ? 'create' : null),
  };
  const touched = new Set(changedFields(entity, before, record));
  const firing = typeof scope.transition === 'string';
  const errors: Problem[] = [];
  const warnings: Problem[] = [];
  const undecided: string[] = [];
  for (const rule of entity.rules.filter(
    (rule) => before === null || (firing && rule.severity === 'error') || isConcerned(rule, touched),
  )) {
    for (const place of placesOf(rule, seen, inScope)) {
      const verdict = fails(rule, place.scope);
      if (verdict === undefined) undecided.push(rule.error);
      else if (verdict)
        (rule.severity === 'warning' ? warnings : errors).push({
          path: place.path,
          code: rule.error,
          params: paramsOf(rule, place.scope),
        });
    }
  }
  return { errors, warnings, undecided };
}

function isConcerned(rule: Rule, touched: ReadonlySet<string>): boolean {
  const reads = [...(rule.when?.reads ?? []), ...rule.check.reads];
  return reads.some((path) =>
    path.startsWith('line.') ? touched.has(rule.lines ?? '') : touched.has(path.split('.')[1] ?? ''),
  );
}

/** The record itself, or each line of the field that the rule is about. */
function placesOf(
  rule: Rule,
  record: Holder,
  scope: Scope,
): readonly { readonly path: string; readonly scope: Scope }[] {
  if (rule.lines === null) return [{ path: rule.at ?? '', scope }];
  const lines = record[rule.lines];
  if (!Array.isArray(lines)) return [];
  return lines.map((line: Wire, index) => ({
    path: rule.at === null ? `${rule.lines}[${index}]` : `${rule.lines}[${index}].${rule.at}`,
    scope: { ...scope, line: line as Holder },
  }));
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
