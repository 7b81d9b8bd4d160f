import {
  limitUses,
  withLimits,
  type Held,
  type LimitAnswer,
  type LimitEntry,
  type LimitHeld,
  type LimitPage,
  type LimitsAnswer,
  type LimitSent,
  type LimitSet,
  type LimitUse,
  type Model,
  type ReferenceValue,
  type WithLimits,
} from '@ninefold/model';
import type { Noted } from '../audit/noted.ts';
import type { Caller } from '../records/context/records.ts';
import { Refusal } from '../refusal.ts';
import type { Reader } from '../storage/database/database.ts';
import { isTaken, lastRows, rowsOfLimit, type LimitRow } from './limit-rows.ts';
import { setLimit, type LimitParts } from './set-limit.ts';

/** The limits of an application, which roles set while it runs. */
export interface Limits {
  /** As they are set now. */
  readonly now: () => WithLimits;
  all(caller: Caller): Promise<LimitsAnswer>;
  /** A limit with its history, for who may set it. `seen` is the part of the model that the caller may see. Throws `not_found`. */
  page(caller: Caller, id: string, seen: Model, titled: Titled): Promise<LimitPage>;
  /** Throws where the caller may not, or the value is wrong. */
  set(caller: Caller, id: string, sent: LimitSent, noted: (from: Held, to: Held) => Noted): Promise<LimitAnswer>;
}

/** People by their ids, as the caller may see them. */
export type Titled = (ids: readonly string[]) => Promise<readonly ReferenceValue[]>;

export function createLimits(parts: LimitParts): Limits {
  const { db, model, limitsNow } = parts;
  const limitOf = (id: string): LimitEntry => {
    const limit = Object.hasOwn(model.limits, id) ? model.limits[id] : undefined;
    if (limit === undefined || limit.runtime) throw new Refusal('not_found');
    return limit;
  };
  // by its row, which another server may have written a moment ago: so value and version belong together
  const asSet = (limit: LimitEntry, row: LimitRow | undefined): LimitEntry =>
    row !== undefined && isTaken(model, row)
      ? (withLimits(model.limits, { [limit.id]: row.held })[limit.id] ?? limit)
      : limit;
  return {
    now: limitsNow,
    all: async (caller) => {
      const rows = await lastRows(db.read);
      const own = Object.values(model.limits).filter(({ runtime }) => !runtime);
      return {
        items: own.map((limit) => {
          const row = rows.get(limit.id);
          return answerOf(caller, asSet(limit, row), row?.version);
        }),
      };
    },
    page: async (caller, id, seen, titled) => {
      const written = limitOf(id);
      const rows = await rowsOfLimit(db.read, id);
      const limit = asSet(written, rows[0]);
      const answer = answerOf(caller, limit, rows[0]?.version);
      const all = limitUses(model, id);
      const uses = all.filter((use) => isSeen(seen, use));
      return {
        ...answer,
        specified: limit.set === true ? heldAnswer(written) : null,
        history: answer.editable ? await historyOf(rows, titled) : [],
        uses: {
          items: await Promise.all(uses.map((use) => withWaiting(db.read, use))),
          others: all.length - uses.length,
        },
      };
    },
    set: async (caller, id, sent, noted) => {
      const limit = limitOf(id);
      if (!maySet(caller, limit))
        throw new Refusal('limit_not_yours', { params: { limit: id, roles: limit.editableBy } });
      const { held, version } = await setLimit(parts, { limit, sent, caller, noted });
      return answerOf(caller, { ...limit, ...held }, version);
    },
  };
}

/** Whether a place is one that its reader knows of. */
function isSeen({ entities, screens }: Model, { entity: of, kind, id }: LimitUse): boolean {
  if (of === null) return screens.some((screen) => screen.id === id);
  const entity = Object.hasOwn(entities, of) ? entities[of] : undefined;
  if (entity === undefined || id === null) return entity !== undefined;
  const [field = id] = id.split('.');
  const cycles = [entity.lifecycle, ...Object.values(entity.lifecycles)];
  const isTransition = cycles.some((cycle) => cycle !== null && Object.hasOwn(cycle.transitions, id));
  const known: Readonly<Record<LimitUse['kind'], boolean>> = {
    field: Object.hasOwn(entity.fields, field),
    rule: entity.rules.some((rule) => rule.id === id),
    transition: isTransition,
    timer: isTransition,
    reaction: entity.reactions.some((reaction) => reaction.id === id),
    rights: true,
    period: true,
    screen: false,
  };
  return known[kind];
}

function maySet({ rights }: Caller, { editableBy }: LimitEntry): boolean {
  return editableBy.some((role) => rights.roles.includes(role));
}

function answerOf(caller: Caller, limit: LimitEntry, version = 0): LimitAnswer {
  const { id, type } = limit;
  return { id, type, ...heldAnswer(limit), version, editable: maySet(caller, limit) };
}

/** What a limit holds, as JSON has it. */
export function heldAnswer({ value, dated }: Held): Pick<LimitSet, 'value' | 'values'> {
  const values = dated.map(({ from, value: held }): { readonly from: string; readonly value: LimitHeld } => ({
    from,
    value: held,
  }));
  return dated.length > 0 ? { values } : { value };
}

async function historyOf(rows: readonly LimitRow[], titled: Titled): Promise<readonly LimitSet[]> {
  const people = new Map((await titled(rows.map(({ by }) => by))).map((one) => [one.id, one]));
  return rows.map(({ version, at, by, held }) => ({
    version,
    at,
    by: people.get(by) ?? { id: by },
    ...heldAnswer(held),
  }));
}

const WAITING = `SELECT count(*) AS "n" FROM "_timer" WHERE "entity" = ? AND "transition" = ? AND "next" IS NOT NULL`;

async function withWaiting(reader: Reader, use: LimitUse): Promise<LimitUse> {
  if (use.kind !== 'timer') return use;
  const [row] = await reader.all(WAITING, [use.entity, use.id]);
  return { ...use, waiting: Number(row?.['n'] ?? 0) };
}
