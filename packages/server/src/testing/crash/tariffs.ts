import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LimitPage, LimitSet } from '@ninefold/model';
import { expect } from 'vitest';
import { everything, type Answered, type Call, type Send } from './caller.ts';

/** Limits of four forms, and all that is worked out from them: what is live, what is stored, and a timer. */
const SPECIFICATION = `ninefold: 1
purpose: { name: tariffs, languages: [en], time_zone: UTC }
limits:
  hours:  { type: integer, value: 48, min: 1, editable_by: clerk }
  most:   { type: integer, value: 50, editable_by: clerk }
  rate:   { type: number, scale: 2, values: [{ from: 2026-01-01, value: 1.5 }], editable_by: clerk }
  closed: { type: dates, values: [{ from: 2026-01-01, value: [2026-05-01] }], editable_by: clerk }
entities:
  job:
    title: name
    fields:
      name: { type: string, required: true }
      cost: { type: integer, required: true }
      day: { type: date, required: true }
      hours: { type: integer, default: = limits.hours }
      dear: { type: boolean, computed: record.cost > limits.most }
      rate: { type: number, scale: 2, computed: limits.rate.on(record.day) }
      shut: { type: boolean, computed: record.day in limits.closed.on(record.day) }
states:
  job:
    initial: open
    states: { open: { kind: waiting }, late: { kind: done, final: true } }
    transitions: { lapse: { from: open, to: late, after: = hours(limits.hours) } }
roles: { clerk: { runtime: [users, audit], job: all, user: { read: true } } }
`;
const PEOPLE = 'email,name,roles\nann@x.test,Ann,clerk\nbo@x.test,Bo,clerk\ncy@x.test,Cy,clerk\n';

const LIMITS = ['hours', 'most', 'rate', 'closed'] as const;
type LimitId = (typeof LIMITS)[number];
type Held = Pick<LimitSet, 'value' | 'values'>;

/** What the limits are before anybody sets one. */
const SPECIFIED: Readonly<Record<LimitId, Held>> = {
  hours: { value: 48 },
  most: { value: 50 },
  rate: { values: [{ from: '2026-01-01', value: '1.50' }] },
  closed: { values: [{ from: '2026-01-01', value: ['2026-05-01'] }] },
};
/** A caller makes so many jobs before it waits for the kill: each change of `hours` plans the timers of all of them anew. */
const JOBS = 6;
/** The timers of so many jobs are read one by one. */
const READ = 15;

/** One change that somebody has asked for. No two have the same value. */
interface Change {
  readonly limit: LimitId;
  readonly by: string;
  readonly held: Held;
  /** The version that was answered; `refused` where somebody else was faster or others took too long; null: nothing was answered. */
  answered: number | 'refused' | null;
}

interface Job {
  readonly id: string;
  /** What it got from `limits.hours`, and the version of the limit that had been answered before it was sent. */
  readonly hours: unknown;
  readonly after: number;
}

/** All that was asked and answered. */
export interface Tariffs {
  readonly random: () => number;
  readonly changes: Change[];
  readonly jobs: Job[];
}

/** The folder of the specification, below `place`. */
export function writeTariffs(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'data/demo/user.csv'), PEOPLE);
  return folder;
}

/** Sets one limit after the other, and makes a job now and then, until the server is gone. */
export async function setTariffs(call: Send, by: string, tariffs: Tariffs): Promise<void> {
  const { random } = tariffs;
  for (let jobs = 0; ; ) {
    const isJob = jobs < JOBS && random() < 0.3;
    if (isJob) jobs += 1;
    const answer = isJob ? await makeJob(call, tariffs) : await setOne(call, by, tariffs);
    if (answer === null) return;
  }
}

async function setOne(call: Send, by: string, { random, changes }: Tariffs): Promise<Answered> {
  const limit = drawn(random, LIMITS);
  const change: Change = { limit, by, held: heldOf(limit, changes.length, random), answered: null };
  const seen = lastAnswered(changes, limit);
  changes.push(change);
  const answer = await call('PATCH', `/api/_limits/${limit}`, {
    ...change.held,
    ...(random() < 0.5 ? { version: seen } : {}),
  });
  if (answer === null) return null;
  if (answer.status === 412 || isBusy(answer)) change.answered = 'refused';
  else {
    expect({ limit, status: answer.status, code: answer.json['code'] }).toEqual({
      limit,
      status: 200,
      code: undefined,
    });
    change.answered = Number(answer.json['version']);
  }
  return answer;
}

async function makeJob(call: Send, { random, changes, jobs }: Tariffs): Promise<Answered> {
  const [after, cost, day] = [lastAnswered(changes, 'hours'), Math.floor(random() * 200), dayOf(random)];
  const answer = await call('POST', '/api/job', { name: `${String(cost)} on ${day}`, cost, day });
  if (answer === null || isBusy(answer)) return answer;
  expect(answer.status).toBe(201);
  jobs.push({ id: String(answer.json['id']), hours: answer.json['hours'], after });
  return answer;
}

/** Refused since it would have waited too long, as where a server that was killed still holds something: nothing was changed. */
function isBusy({ json }: NonNullable<Answered>): boolean {
  return json['code'] === 'busy';
}

/** The greatest version of a limit that somebody was answered. */
function lastAnswered(changes: readonly Change[], limit: LimitId): number {
  return Math.max(
    0,
    ...changes.map(({ limit: id, answered }) => (id === limit && typeof answered === 'number' ? answered : 0)),
  );
}

/** What the change of this number sets a limit to. */
function heldOf(limit: LimitId, n: number, random: () => number): Held {
  const days = [...new Set(['2026-01-01', ...Array.from({ length: 3 }, () => dayOf(random))])].toSorted();
  const own = new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10);
  const forms: Readonly<Record<LimitId, () => Held>> = {
    hours: () => ({ value: 100 + n }),
    most: () => ({ value: n }),
    rate: () => ({ values: days.map((from, index) => ({ from, value: `${String(n)}.${String(index)}5` })) }),
    closed: () => ({
      values: days.map((from) => ({ from, value: [own, ...new Set([dayOf(random), dayOf(random)])].toSorted() })),
    }),
  };
  return forms[limit]();
}

/** One of few days, so that jobs and limits meet. */
function dayOf(random: () => number): string {
  return `2026-0${String(1 + Math.floor(random() * 3))}-1${String(Math.floor(random() * 5))}`;
}

function drawn<T>(random: () => number, all: readonly [T, ...T[]]): T {
  return all[Math.floor(random() * all.length)] ?? all[0];
}

/** Holds each limit with its history and the audit log to what was answered, and what is worked out from limits to them. */
export async function holdTariffs(call: Call, tariffs: Tariffs): Promise<void> {
  const audit = await auditOf(call);
  const set = new Map<LimitId, readonly Held[]>();
  for (const limit of LIMITS) {
    const page = (await call('GET', `/api/_limits/${limit}`))?.json as unknown as LimitPage; // as the route answers it
    set.set(limit, holdLimit(page, limit, tariffs.changes));
    const held = [SPECIFIED[limit], ...(set.get(limit) ?? [])].map((one) => JSON.stringify(one.values ?? one.value));
    const acts = held.slice(1).map((to, index) => ({ from: held[index], to }));
    expect({ limit, acts: audit.get(limit) ?? [] }).toEqual({ limit, acts });
  }
  await holdJobs(call, tariffs, set);
}

/** Holds one limit to what was asked and answered; what it was set to, the first time first. */
function holdLimit(page: LimitPage, limit: LimitId, changes: readonly Change[]): readonly Held[] {
  const history = page.history.toReversed();
  expect({ limit, versions: history.map(({ version }) => version) }).toEqual({
    limit,
    versions: history.map((_, index) => index + 1),
  });
  const plain = history.map(({ by, ...one }) => ({ by: by.title, held: heldIn(one) }));
  const asked = changes.filter((change) => change.limit === limit && change.answered !== 'refused');
  expect(asked.map(({ by, held }) => ({ by, held }))).toEqual(expect.arrayContaining(plain));
  expect(new Set(plain.map(({ held }) => JSON.stringify(held))).size).toBe(plain.length);
  for (const { by, held, answered } of asked)
    if (typeof answered === 'number') expect(plain[answered - 1]).toEqual({ by, held });
  const last = plain.at(-1)?.held ?? SPECIFIED[limit];
  expect({ limit, version: page.version, held: heldIn(page) }).toEqual({ limit, version: history.length, held: last });
  return plain.map(({ held }) => held);
}

function heldIn({ value, values }: Held): Held {
  return values === undefined ? { value: value ?? null } : { values };
}

/** What the audit log says of each limit, the oldest first. */
async function auditOf(call: Call): Promise<ReadonlyMap<unknown, readonly object[]>> {
  const found: { readonly limit: unknown; readonly from: unknown; readonly to: unknown }[] = [];
  for (let after: unknown = ''; after !== null; ) {
    const next = after === '' ? '' : `&after=${encodeURIComponent(String(after))}`;
    const answer = await call('GET', `/_/audit?act=limit_set${next}`);
    const items = answer?.json['items'] as readonly { readonly details: (typeof found)[number] }[];
    found.push(...items.map(({ details }) => details));
    after = answer?.json['next'] ?? null;
  }
  const byLimit = Map.groupBy(found.toReversed(), ({ limit }) => limit);
  return new Map([...byLimit].map(([limit, acts]) => [limit, acts.map(({ from, to }) => ({ from, to }))]));
}

/** Each job has what the limits say that are set, and what it once got from a limit is what that had been set to. */
async function holdJobs(call: Call, { jobs }: Tariffs, set: ReadonlyMap<LimitId, readonly Held[]>): Promise<void> {
  const now = (limit: LimitId): Held => set.get(limit)?.at(-1) ?? SPECIFIED[limit];
  const on = (limit: LimitId, day: unknown): unknown =>
    now(limit).values?.findLast(({ from }) => from <= String(day))?.value;
  const hours = [SPECIFIED.hours, ...(set.get('hours') ?? [])].map(({ value }) => value);
  const stored = await everything(call, 'job');
  const versions = new Map(stored.map(({ id, hours: got }) => [id, hours.indexOf(Number(got))]));
  for (const { id, hours: got, after } of jobs)
    expect({ id, got, isSet: (versions.get(id) ?? -1) >= after }).toEqual({
      id,
      got: hours[versions.get(id) ?? -1],
      isSet: true,
    });
  for (const { id, cost, day, dear, rate, shut, hours: got } of stored)
    expect({ id, dear, rate, shut, isSet: hours.includes(Number(got)) }).toEqual({
      ...{ id, dear: Number(cost) > Number(now('most').value), rate: on('rate', day), isSet: true },
      shut: (on('closed', day) as readonly unknown[]).includes(day),
    });
  const dear = await call('GET', '/api/job?total=exact&size=1&f.dear=eq:true');
  expect(dear?.json['total']).toBe(stored.filter((job) => job['dear'] === true).length);
  for (const { id, created_at: at } of stored.slice(-READ)) {
    const due = (await call('GET', `/api/job/${String(id)}/due`))?.json['items'] as readonly { readonly due: string }[];
    const moment = new Date(Date.parse(String(at)) + Number(now('hours').value) * 3_600_000).toISOString();
    expect({ id, due: due.map((one) => one.due) }).toEqual({ id, due: [moment] });
  }
}

/** Resolves once so many changes have been answered, or when a caller has ended. */
export async function answered({ changes }: Tariffs, count: number, setting: readonly Promise<void>[]): Promise<void> {
  let isEnded = false;
  const end = (): void => void (isEnded = true);
  void Promise.race(setting).then(end, end);
  while (!isEnded && changes.filter((change) => change.answered !== null).length < count) await setTimeout(1);
}
