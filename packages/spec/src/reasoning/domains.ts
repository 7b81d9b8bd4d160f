import {
  addToDate,
  formatDecimal,
  innerFields,
  isMany,
  isTruth,
  parseDecimal,
  typeOf,
  type Field,
  type Model,
  type Node,
  type Wire,
} from '@ninefold/model';
import { bound, intervalOf, type Interval } from './intervals.ts';
import { lastStep, type Leaf } from './leaf.ts';
import type { Opaque } from './opaque.ts';
import type { Survey } from './survey.ts';

/** Values that stand for all that a leaf may have; `complete` is false where they are only a choice. */
export interface Domain {
  readonly values: readonly Wire[];
  readonly complete: boolean;
}

export interface DomainPlace {
  readonly model: Model;
  readonly survey: Survey;
  /** The entity of `record`. */
  readonly entity: string;
  /** Values that the question fixes, by path. */
  readonly fixed: Readonly<Record<string, readonly Wire[]>>;
  /** Only values that the field itself allows: filled where required, within literal bounds. */
  readonly lawful: boolean;
  readonly today: string;
  /** Parts that stand for themselves, by path. */
  readonly parts: ReadonlyMap<string, Opaque>;
  /** Values may be finer than their fields hold them: what none of them makes true, no value does. */
  readonly isFree: boolean;
  /** What people do not write is tried first as a new record has it. */
  readonly asMade: boolean;
}

/** As many distinct values as comparisons can distinguish: one for each leaf of the cluster. */
const MOST_EQUALS = 3;
const MOST_RECORDS = 12;

export function domainOf(leaf: Leaf, place: DomainPlace): Domain {
  const fixed = Object.hasOwn(place.fixed, leaf.path) ? place.fixed[leaf.path] : undefined;
  if (fixed) return { values: fixed, complete: true };
  const free = freeDomain(leaf, place);
  const whole = canBeBlank(leaf, place) ? [...free.values, null] : free.values;
  return { ...free, values: place.asMade ? madeFirst(leaf, whole) : whole };
}

/** Of such records it is said soonest how they came about. */
function madeFirst({ field }: Leaf, values: readonly Wire[]): readonly Wire[] {
  const made = field === null ? undefined : asMade(field);
  return made !== undefined && values.includes(made) ? [made, ...values.filter((value) => value !== made)] : values;
}

/** What a field that people do not write begins as: its default, or blank; undefined for any other. */
export function asMade({ readOnly, computed, copy, default: given, type }: Field): Wire | undefined {
  if (!readOnly || computed || copy || isMany(type)) return undefined;
  return given === null ? (isTruth(type) ? false : null) : literalOf(given.tree);
}

function literalOf(tree: Node | null): Wire {
  if (tree?.node !== 'literal') return null;
  const { value } = tree;
  return tree.type.kind === 'number' && typeof value === 'string'
    ? Number(value)
    : typeof value === 'string' || typeof value === 'boolean'
      ? value
      : null;
}

const NEVER_BLANK = new Set(['state', 'id', 'version', 'created_at', 'changed_at', 'state_since', 'now', 'today']);

function canBeBlank(leaf: Leaf, place: DomainPlace): boolean {
  const { path, type } = leaf;
  if (type.kind === 'boolean' || type.kind === 'list' || NEVER_BLANK.has(lastStep(path))) return false;
  const part = place.parts.get(path)?.expression.tree;
  if (part?.node === 'call' && part.fn === 'size') return false;
  return !isRequired(leaf, place);
}

/** Whether only values are asked for that the field itself allows, and it allows no blank one: of a list, that it is not empty. */
function isRequired({ field }: Leaf, { lawful }: DomainPlace): boolean {
  return lawful && field?.required === true && field.visibleWhen === null;
}

function freeDomain(leaf: Leaf, place: DomainPlace): Domain {
  const cluster = place.survey.clusters.get(leaf.path);
  const peers = cluster?.paths.size ?? 0;
  const literals = [...(cluster?.literals ?? [])];
  const count = Math.max(1, Math.min(peers, MOST_EQUALS));
  const complete = peers <= MOST_EQUALS;
  switch (leaf.type.kind) {
    case 'boolean':
      return { values: [false, true], complete: true };
    case 'number':
      return numbers(leaf, place, { literals, count, complete });
    case 'date':
      return {
        values: days(place.today, literals.filter(isDay), count).filter(
          (day) => leaf.path !== 'today' || isPlainDay(day),
        ),
        complete,
      };
    case 'datetime':
      return { values: instants(place.today, literals.filter(isDay), count), complete };
    case 'text':
      return { values: [...texts(leaf, literals, count), ...hintedTexts(leaf, place)], complete };
    case 'record':
      return {
        values: identities(leaf, leaf.type.entity, place).map((id) => ({ id })),
        complete: peers <= MOST_RECORDS,
      };
    case 'list': {
      const found = lists(leaf, place, literals);
      const isFilled = (value: Wire): boolean => Array.isArray(value) && value.length > 0;
      return isRequired(leaf, place) ? { ...found, values: found.values.filter(isFilled) } : found;
    }
    default:
      return { values: [], complete: false };
  }
}

/** From here on a number is blank, in units of 10^-10; and what nobody would give as an example. */
const MOST = 10n ** 25n;
const LARGE = 10n ** 23n;

/** In their order, those that nobody would give as an example last. */
function plainFirst<T>(values: readonly T[], isPlain: (value: T) => boolean): readonly T[] {
  return [...values.filter(isPlain), ...values.filter((value) => !isPlain(value))];
}

/** Each literal, and between, below and above them as many values as there are leaves. */
function numbers(
  leaf: Leaf,
  place: DomainPlace,
  {
    literals,
    count,
    complete,
  }: { readonly literals: readonly string[]; readonly count: number; readonly complete: boolean },
): Domain {
  const common = commonScale(leaf, place);
  const scale = common ?? (place.isFree ? FINEST : (scaleOf(leaf) ?? 0));
  const step = 10n ** BigInt(FINEST - scale);
  const { low, high } = boundsOf(leaf, place);
  const points = [...literals, ...hintsOf(leaf, place)].map(parseDecimal);
  const found = around([...points, low, high], step, count);
  const isAllowed = (value: bigint): boolean =>
    (low === null || value >= low) && (high === null || value <= high) && value < MOST && value > -MOST;
  const allowed = plainFirst([...found].filter(isAllowed), (value) => value > -LARGE && value < LARGE);
  const wire = (value: bigint): Wire => (scale === 0 ? Number(value / 10n ** 10n) : formatDecimal(value, scale));
  return { values: allowed.map(wire), complete: complete && (common !== null || place.isFree) };
}

function around(points: readonly (bigint | null)[], step: bigint, count: number): ReadonlySet<bigint> {
  const sorted = [...new Set(points.filter((value) => value !== null))].sort((a, b) => (a < b ? -1 : 1));
  const found = new Set<bigint>(sorted.length === 0 ? [0n] : []);
  const add = (value: bigint): void => void found.add(value - mod(value, step));
  sorted.forEach((value, index) => {
    add(value);
    const next = sorted[index + 1];
    for (let n = 1n; n <= BigInt(count); n += 1n) {
      add(value + n * step);
      if (index === 0) add(value - n * step);
      if (next !== undefined) add(next - n * step);
    }
  });
  if (sorted.length === 0) for (let n = 1n; n < BigInt(count); n += 1n) found.add(n * step);
  return found;
}

function mod(value: bigint, step: bigint): bigint {
  const rest = value % step;
  return rest < 0n ? rest + step : rest;
}

/** As many decimals as any number has. */
const FINEST = 10;

function scaleOf({ field }: Leaf): number | null {
  return field === null ? null : 'scale' in field ? field.scale : 0;
}

/** The decimals of all that meet in comparisons; null where they differ or are not known: values do not lie in each other's gaps. */
function commonScale(leaf: Leaf, { survey }: DomainPlace): number | null {
  const peers = survey.clusters.get(leaf.path)?.paths ?? new Set<string>();
  const scale = scaleOf(leaf);
  return survey.leaves.every((other) => !peers.has(other.path) || scaleOf(other) === scale) ? scale : null;
}

function boundsOf({ path, field }: Leaf, { model, parts, lawful }: DomainPlace): Interval {
  const part = parts.get(path)?.expression.tree;
  if (part) return intervalOf(part, model, lawful);
  return lawful ? { low: bound(field, 'min'), high: bound(field, 'max') } : { low: null, high: null };
}

/** What an example might need where something worked out is compared. */
function hintsOf({ path }: Leaf, { survey }: DomainPlace): readonly string[] {
  return [...(survey.hints.get(path) ?? [])];
}

/** Days on both sides of each literal, or around today. */
function days(today: string, literals: readonly string[], count: number): readonly string[] {
  const found = new Set<string>();
  for (const day of literals.length === 0 ? [today] : literals.map((text) => text.slice(0, 10))) {
    for (let n = -count; n <= count; n += 1) {
      if (literals.length === 0 && (n < 0 || n >= count)) continue;
      const moved = addToDate(day, { months: 0, days: n, ms: 0 });
      if (moved !== null) found.add(moved);
    }
  }
  return plainFirst([...found].sort(), isPlainDay);
}

/** A day or an instant: with `hour(record.starts)` a number is compared, which is none. */
function isDay(literal: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(literal);
}

/** Far from the ends of the calendar, where every `today` lies. */
function isPlainDay(day: string): boolean {
  return day > '1000' && day < '9000';
}

/** Instants around each literal, by the millisecond, or days around today. */
function instants(today: string, literals: readonly string[], count: number): readonly string[] {
  if (literals.length === 0) return days(today, [], count).map((day) => `${day}T09:00:00.000Z`);
  const around = Array.from({ length: 2 * count + 1 }, (_, n) => n - count);
  const found = literals.flatMap((literal) => around.map((ms) => new Date(Date.parse(literal) + ms).toISOString()));
  return [...new Set(found)].sort();
}

/** Options that are named, and as many others as there are leaves; where any text may stand, texts that nothing names. */
function texts({ options }: Leaf, literals: readonly string[], count: number): readonly string[] {
  if (options === null) return [...literals, ...Array.from({ length: count }, (_, n) => `other ${String(n + 1)}`)];
  if (count > 1) return options;
  const named = options.filter((option) => literals.includes(option));
  return [...named, ...options.filter((option) => !literals.includes(option)).slice(0, 1)];
}

const LONGEST_HINT = 400;

/** Texts that are named in tests of texts, and texts as long as a number that their length is compared with. */
function hintedTexts(leaf: Leaf, place: DomainPlace): readonly string[] {
  if (leaf.options !== null) return [];
  const hints = hintsOf(leaf, place);
  const early = hints.length === 0 ? [] : ['0']; // before whatever begins with a letter
  const named = hints.flatMap((hint) => {
    const length = /^\d{1,3}$/.test(hint) ? Number(hint) : null;
    if (length === null || length > LONGEST_HINT) return [hint];
    return [length, length + 1, length - 1].filter((one) => one > 0).map((one) => 'x'.repeat(one));
  });
  return [...named, ...early];
}

/** The records that a comparison tells apart: those that variables hold, and one more for each reference in it. */
function identities({ path }: Leaf, entity: string, { survey, entity: own }: DomainPlace): readonly string[] {
  const peers = [...(survey.clusters.get(path)?.paths ?? [path])].sort();
  const held = [...(peers.includes('user') ? ['user 1'] : []), ...(peers.includes('record') ? [`${own} 1`] : [])];
  const others = peers.filter((peer) => !['user', 'record', 'before'].includes(peer)).slice(0, MOST_RECORDS);
  return [...held, ...others.map((_, n) => `${entity} of ${peers[0] ?? ''} ${String(n + 1)}`)];
}

const MOST_MEMBERS = 6;

function lists(leaf: Leaf, place: DomainPlace, literals: readonly string[]): Domain {
  const { type } = leaf;
  if (type.kind !== 'list') return { values: [], complete: false };
  if (type.of.kind === 'record') {
    const ids = identities(leaf, type.of.entity, place);
    const sets = subsets(ids.slice(0, MOST_MEMBERS));
    return { values: sets.map((set) => set.map((id) => ({ id }))), complete: ids.length <= MOST_MEMBERS };
  }
  if (type.of.kind === 'line') return { values: linesOf(leaf, type.of, place), complete: false };
  if (type.of.kind !== 'text') return { values: [[]], complete: false };
  const spare = leaf.options === null ? ['other 1'] : leaf.options.filter((one) => !literals.includes(one)).slice(0, 1);
  const members = [...literals, ...spare];
  return { values: subsets(members.slice(0, MOST_MEMBERS)), complete: members.length <= MOST_MEMBERS };
}

/** No line, one without values, and one for each number, text and truth value that the conditions name. */
function linesOf({ path }: Leaf, { entity, field }: LineType, place: DomainPlace): readonly (readonly Wire[])[] {
  const fields = Object.values(innerFields(place.model.entities[entity]?.fields[field])).filter((one) => !one.computed);
  const id = `line of ${path} 1`;
  const hints = [...(place.survey.hints.get(path) ?? [])];
  const line = (value: (one: Field) => Wire): Wire => ({
    id,
    ...Object.fromEntries(fields.map((one) => [one.id, value(one)])),
  });
  const numbers = [...new Set(hints.flatMap(around1))];
  return [
    [],
    [line((one) => (isTruth(one.type) ? false : null))],
    ...numbers.map((number) => [line((one) => numberFor(one, number))]),
    ...hints.map((text) => [
      line((one) => (typeOf(one, entity).kind === 'text' ? text : isTruth(one.type) ? true : null)),
    ]),
  ];
}

type LineType = Extract<Leaf['type'], { readonly kind: 'line' }>;

/** A whole number that is named, and its neighbours. */
function around1(hint: string): readonly number[] {
  return /^-?\d{1,9}$/.test(hint) ? [Number(hint), Number(hint) + 1, Number(hint) - 1] : [];
}

function numberFor(field: Field, number: number): Wire {
  if (typeOf(field, '').kind !== 'number') return isTruth(field.type) ? false : null;
  const scale = 'scale' in field ? field.scale : 0;
  return scale === 0 ? number : formatDecimal(BigInt(number) * 10n ** 10n, scale);
}

function subsets(members: readonly string[]): readonly (readonly string[])[] {
  return members.reduce<readonly (readonly string[])[]>(
    (sets, member) => [...sets, ...sets.map((set) => [...set, member])],
    [[]],
  );
}
