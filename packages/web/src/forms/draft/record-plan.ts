import {
  askedFields,
  asSeen,
  judgeRules,
  keysOf,
  memoizedWeakly,
  settle,
  settledWrite,
  stillArriving,
  validateFields,
  visibleFields,
  type Entity,
  type Field,
  type Holder,
  type Problem,
  type RecordValue,
  type Rights,
  type Scope,
} from '@ninefold/model';
import { chosenIn } from '../../fields/contract/leftover.ts';
import { underPresentIds } from './former-ids.ts';
import { fieldOfPath } from './problem-list.ts';
import type { DraftPlan, Values } from './use-draft.ts';

interface RecordPlanSource {
  readonly entity: Entity;
  /** Null for a new record. */
  readonly before: RecordValue | null;
  readonly fields: readonly Field[];
  readonly initial: Values;
  readonly scope: Scope;
  /** The rights of the user who fills in the form. */
  readonly rights: Rights;
}

/** The plan of a record's form. Settling, visibility and judgement are the functions of the server. */
export function recordPlan({
  entity,
  before: read,
  fields,
  initial,
  scope: given,
  rights,
}: RecordPlanSource): DraftPlan {
  const before = read && (underPresentIds(fields, read) as RecordValue); // the same record
  const scope: Scope = { ...given, creating: before === null };
  const known = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const own: Scope = { ...scope, before };
  return {
    entity: entity.id,
    fields,
    placeOf: () => ({ entity: entity.id }),
    initial,
    scope: own,
    seenWith: memoizedWeakly((settled: Holder) => {
      const record = chosenIn(settled);
      return { ...own, record: asSeen(entity, record, { ...own, record }) };
    }),
    settle: (values) => settle({ entity, before, sent: known(values), scope }),
    visible: (settled) => {
      const record = chosenIn(settled);
      return before === null
        ? askedFields(entity, { ...scope, record })
        : visibleFields(entity, { ...scope, record, before });
    },
    judge: (settled) => {
      const write = settledWrite({ entity, before, record: settled as RecordValue, scope }); // what `settle` made
      const arriving = stillArriving(write);
      const wrong = validateFields(write).filter(({ path, code }) => code !== 'required' || !arriving.has(path));
      const told = wrong.filter(({ path, code }) => code !== 'required' || !isKept(before, settled, fieldOfPath(path)));
      return [...told, ...decided(judgeRules(write, rights).errors, told)];
    },
    satisfied: (settled) => {
      const write = settledWrite({ entity, before, record: settled as RecordValue, scope }); // what `settle` made
      const { errors, undecided } = judgeRules(write);
      const open = new Set([...undecided, ...errors.map(({ code }) => code)]);
      return new Set(entity.rules.map(({ error }) => error).filter((code) => !open.has(code)));
    },
  };
}

/**
 * Whether a field of a stored record is blank in the form because its value was sent to nobody, or not to this person: the server keeps
 * what is stored, if anything is.
 */
export function isKept(before: Holder | null | undefined, settled: Holder, id: string): boolean {
  return before != null && before[id] === undefined && (settled[id] ?? null) === null;
}

/**
 * The broken rules that read no value which is wrong by itself: what they would say of that one is not true. Of a field that is
 * asked for nothing else is said.
 */
function decided(broken: readonly Problem[], wrong: readonly Problem[]): readonly Problem[] {
  const namesOf = (problems: readonly Problem[]): ReadonlySet<string> =>
    new Set(problems.map(({ path }) => fieldOfPath(path)));
  const [asked, unreadable] = [true, false].map((isAsked) =>
    namesOf(wrong.filter(({ code }) => (code === 'required') === isAsked)),
  );
  return broken.filter(
    ({ path, params }) =>
      !asked?.has(fieldOfPath(path)) && !keysOf(params).some((name) => unreadable?.has(name) === true),
  );
}
