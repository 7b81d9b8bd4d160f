import type { Entity } from '../ir/entity.ts';
import type { Field, LinesField } from '../ir/field.ts';
import { evaluateWire, normalValue, sameValue } from '../field-types/registry.ts';
import { findOf, isLines } from '../field-types/traits.ts';
import { idOf, isList, type Holder, type Scope } from '../values/value.ts';
import type { RecordValue, Wire } from '../wire/answers.ts';
import {
  arrivesAgain,
  arrivingIn,
  isFilledAgain,
  isLine,
  lineBefore,
  pathInLine,
  withOneTarget,
  type Line,
  type Sent,
} from './arriving.ts';
import { atRest, creatingIn } from './creating-in.ts';
import { isRoundable, roundToCurrency } from './currency-in.ts';
import { asSeen, inLine } from '../rights/seen.ts';
import { bornIn, dateStates, derive, derivedCycles } from './cycles.ts';
import { memoizedWeakly } from '../values/memo.ts';

type Draft = Record<string, Wire | undefined>;

/** A write to settle. References in `before` and `sent` carry what the entity's expressions read of their targets (see `pathsRead`). */
export interface Write {
  readonly entity: Entity;
  /** The record as it is, null when it is being created. */
  readonly before: RecordValue | null;
  readonly sent: Sent;
  /** Whether `sent` was worked out, so that its amounts are rounded as their currency; what a person sends is not. */
  readonly worked?: boolean;
  /** What is known of a new record beside its fields: that nothing refers to it yet. */
  readonly known?: Sent;
  /** By path what its `find` has found, null where that is no record or several; what is missing nobody has looked for yet. */
  readonly found?: Sent;
  /** `record` and `before` are filled in here. */
  readonly scope: Scope;
}

/**
 * The record as it will be: what was sent, else `find`, else `copy`, else `default`, then computed values.
 * Values are normalised; malformed ones stay as sent, for `validateFields` to name. Pure: the same in browser and server.
 */
export function settle({
  entity,
  before,
  sent: given,
  worked = false,
  known = {},
  found = {},
  scope: around,
}: Write): RecordValue {
  const sent = withOneTarget(entity.fields, given);
  const scope = creatingIn(around, before);
  const draft: Draft = before ? { ...before } : { ...blankRecord(entity, scope), ...known };
  const plan = settlingOf(entity.fields);
  for (const field of Object.values(entity.fields)) {
    if (Object.hasOwn(sent, field.id))
      draft[field.id] = settleValue(entity, field, { value: sent[field.id] ?? null, before, draft, found, scope });
  }
  const inScope = (): Scope => ({ ...scope, record: asSeen(entity, draft, scope), before });
  const arriving = plan.arriving.filter(({ id }) => !Object.hasOwn(sent, id));
  // What arrives in one field may be what another one is copied from or found by.
  const arrives = (field: Field): boolean => before === null || arrivesAgain(entity, field, { before, draft });
  if (arriving.some(arrives))
    settleEach(arriving, draft, inScope, (field, scope) =>
      arrives(field) ? arrivingIn(field, { before, found, scope }) : undefined,
    );
  roundAmounts(plan, draft, { before, entered: worked ? {} : sent, inScope });
  const resting = (): Scope => atRest(entity, draft, { ...scope, before });
  compute(plan, draft, resting);
  if (derivedCycles(entity).length === 0) return draft as Draft & RecordValue; // as below
  if (dateStates(entity, before, draft, scope)) compute(plan, draft, resting);
  for (let pass = 0; pass <= plan.computed.length && derive({ entity, before, draft }, resting()); pass += 1)
    compute(plan, draft, resting);
  return draft as Draft & RecordValue; // every system field is in before or blankRecord
}

/** The fields of a record or line that settling has to do something for, listed once. */
interface SettlePlan {
  /** Those with a `find`, a copy or a default. */
  readonly arriving: readonly Field[];
  readonly computed: readonly Field[];
  /** Amounts of which each record says the currency, and lines with such amounts. */
  readonly roundable: ReadonlySet<Field>;
}

/** Planned once for the fields of a record or a line. */
export const settlingOf = memoizedWeakly((fields: Entity['fields']) => planSettling(Object.values(fields)));

function planSettling(fields: readonly Field[]): SettlePlan {
  return {
    arriving: fields.filter(
      (field) => field.computed === null && (findOf(field) !== null || field.copy !== null || field.default !== null),
    ),
    computed: fields.filter((field) => field.computed !== null),
    roundable: new Set(fields.filter(isRoundable)),
  };
}

function blankRecord(entity: Entity, scope: Scope): Draft {
  const state = entity.lifecycle ? bornIn(entity.lifecycle) : undefined;
  const author = idOf(scope.user) === null ? null : scope.user;
  return {
    id: '',
    version: 0,
    created_at: scope.now,
    created_by: author,
    changed_at: scope.now,
    changed_by: author,
    ...(state === undefined
      ? {}
      : { state, state_since: scope.now, state_final: entity.lifecycle?.states[state]?.final === true }),
    ...blankValues(entity),
  };
}

/** The values of a record in which nothing is filled in. */
const blankValues = memoizedWeakly(
  (entity: Entity): Draft =>
    Object.fromEntries(Object.values(entity.fields).map((field) => [field.id, normalValue(field, null)])),
);

interface Settling {
  readonly before: RecordValue | null;
  readonly draft: Draft;
  /** As in `Write`. */
  readonly found: Sent;
  readonly scope: Scope;
}

function settleValue(entity: Entity, field: Field, { value, ...settling }: Settling & { readonly value: Wire }): Wire {
  const normal = normalValue(field, value);
  if (!isLines(field) || !Array.isArray(normal)) return normal;
  return normal.map((line: Wire, index) =>
    isLine(line) ? settleLine(entity, field, { sent: line, index, ...settling }) : line,
  );
}

function settleLine(
  entity: Entity,
  lines: LinesField,
  { sent: given, index, before, draft, found, scope }: Settling & { readonly sent: Line; readonly index: number },
): Wire {
  const sent = withOneTarget(lines.fields, given);
  const line: Record<string, Wire> = { ...sent };
  const inScope = (): Scope => inLine(lines, line, { ...scope, record: asSeen(entity, draft, scope) });
  const plan = settlingOf(lines.fields);
  const old = lineBefore(lines, sent, before);
  for (const field of Object.values(lines.fields)) {
    if (field.computed !== null) line[field.id] ??= normalValue(field, null);
    else line[field.id] = normalValue(field, sent[field.id] ?? null);
  }
  const arrives = (field: Field): boolean =>
    !Object.hasOwn(sent, field.id) || (old !== null && isFilledAgain(field, { lines, sent, old, line }));
  if (plan.arriving.some(arrives))
    settleEach(plan.arriving, line, inScope, (field, seen) => {
      const one = found[pathInLine(lines, index, field)];
      const known = one === undefined ? {} : { [field.id]: one };
      const isKept = old !== null && findOf(field) !== null; // a default is for what is new
      return arrives(field)
        ? arrivingIn(field, { before: isKept ? before : null, found: known, scope: seen })
        : undefined;
    });
  compute(plan, line, () => inLine(lines, line, atRest(entity, draft, scope)));
  return line;
}

/** Gives each field its value, again until nothing changes; the view of the draft is made again only where it has changed. */
function settleEach(
  fields: readonly Field[],
  draft: Draft,
  inScope: () => Scope,
  valueOf: (field: Field, scope: Scope) => Wire | undefined,
): void {
  if (fields.length === 0) return;
  let scope = inScope();
  for (let pass = 0; pass <= fields.length; pass += 1) {
    const changed = fields.filter((field) => {
      const value = valueOf(field, scope);
      // What is not there yet is not the same as false: a live value is in no record that was stored.
      if (value === undefined || (draft[field.id] !== undefined && sameValue(field, value, draft[field.id])))
        return false;
      draft[field.id] = value;
      scope = inScope();
      return true;
    });
    if (changed.length === 0) return;
  }
}

interface Rounding {
  readonly before: RecordValue | null;
  /** What a person has sent. */
  readonly entered: Sent;
  readonly inScope: () => Scope;
}

/**
 * Rounds amounts that arrived or were worked out to the decimals of their currencies, which are known now, and computes lines
 * again from them. What a person has sent, and what was there, is for `validateFields` to judge.
 */
function roundAmounts({ roundable }: SettlePlan, draft: Draft, { before, entered, inScope }: Rounding): void {
  for (const field of roundable) {
    const value = draft[field.id] ?? null;
    const isKept = before !== null && sameValue(field, value, before[field.id] ?? null);
    const given = Object.hasOwn(entered, field.id) ? entered[field.id] : isKept ? value : null;
    if (!isLines(field)) draft[field.id] = given === null ? roundToCurrency(field, value, inScope()) : value;
    else if (Array.isArray(value)) {
      const givenLine = (at: number): Wire => (isList(given) ? (given[at] ?? null) : null);
      draft[field.id] = value.map((line: Wire, at) =>
        isLine(line) ? roundedLine(field, { line, given: givenLine(at) }, inScope) : line,
      );
    }
  }
}

/** A line whose amounts are rounded, but for those that `given` has. */
function roundedLine(
  lines: LinesField,
  { line: found, given }: { readonly line: { readonly [name: string]: Wire }; readonly given: Wire },
  inScope: () => Scope,
): Wire {
  const line: Record<string, Wire> = { ...found };
  const seen = (): Scope => inLine(lines, line, inScope());
  const plan = settlingOf(lines.fields);
  for (const field of plan.roundable)
    if (!isLine(given) || !Object.hasOwn(given, field.id))
      line[field.id] = roundToCurrency(field, line[field.id] ?? null, seen());
  compute(plan, line, seen);
  return line;
}

/** Computed values, until they stand still; a cycle is refused before anything runs. */
function compute({ computed, roundable }: SettlePlan, draft: Draft, inScope: () => Scope): void {
  settleEach(computed, draft, inScope, (field, scope) => {
    const value = field.computed ? evaluateWire(field.computed.expression, scope, field) : undefined;
    return value !== undefined && roundable.has(field) ? roundToCurrency(field, value, scope) : value;
  });
}

/**
 * Ids of the fields whose value differs; every filled field where there was no record before. A live value that is filled
 * differs too: nobody knows since when it has been so.
 */
export function changedFields(entity: Entity, before: Holder | null, record: Holder): ReadonlySet<string> {
  const differs = (field: Field, was: Wire): boolean => !sameValue(field, was, record[field.id] ?? null);
  const changed = Object.values(entity.fields).filter(
    (field) => differs(field, before?.[field.id] ?? null) || (field.computed?.live === true && differs(field, null)),
  );
  return new Set(changed.map(({ id }) => id));
}

/** A settled write, to be judged by `validateFields` and `judgeRules`. */
export interface SettledWrite {
  readonly entity: Entity;
  readonly before: RecordValue | null;
  readonly record: RecordValue;
  /** Ids of the fields whose value differs. */
  readonly changed: ReadonlySet<string>;
  readonly scope: Scope;
}

/** A settled write with the fields that it changes worked out. */
export function settledWrite(write: Omit<SettledWrite, 'changed'>): SettledWrite {
  return { ...write, changed: changedFields(write.entity, write.before, write.record) };
}
