import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallsAnswer } from '@ninefold/model';
import { expect, vi } from 'vitest';
import type { Received } from '../receiver.ts';
import type { Call } from './caller.ts';

/** A parcel tells another system of each step that it makes, and is told a number. Other systems make arrivals, or are told of parcels. */
const specification = (address: string) => `ninefold: 1
purpose: { name: parcels, languages: [en] }
limits: { carrier: { type: string, value: "${address}" }, in_calls_per_minute: 100000, call_seconds: 1 }
entities:
  arrival: { title: name, fields: { name: { type: string, required: true } } }
  parcel:
    title: name
    fields:
      name: { type: string, required: true }
      steps: { type: integer, default: 0, max: 5 }
      told: { type: integer }
states:
  parcel:
    initial: open
    states: { open: {} }
    transitions:
      step: { from: open, to: same, by: clerk, set: { steps: = record.steps + 1 }, call: tell }
roles: { clerk: { runtime: [users, operate, keys], parcel: all, arrival: all, user: { read: true } } }
calls:
  out:
    tell:
      url: = limits.carrier + "/parcels"
      body: { parcel: = record.name, step: = record.steps }
      retry: 50
      then: { told: = answer.step }
  in:
    arrive: { creates: arrival, key: = body.id, secret: arrive_word, map: { name: = body.name } }
`;

/** The folder of the specification, below `place`. */
export function writeParcels(place: string, address: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), specification(address));
  writeFileSync(join(folder, 'data/demo/user.csv'), 'email,name,roles\nann@example.test,Ann,clerk\n');
  return folder;
}

/** What was answered of each parcel: how many steps were acknowledged. */
export type Acknowledged = Map<string, { readonly id: string; steps: number }>;

/** Makes a parcel and lets it take steps until the server is gone; the last step is one too many, and refused. */
export async function sendParcel(call: Call, name: string, acknowledged: Acknowledged): Promise<void> {
  const made = await call('POST', '/api/parcel', { name });
  if (made === null) return;
  expect(made.status).toBe(201);
  const id = String(made.json['id']);
  const known = { id, steps: 0 };
  acknowledged.set(name, known);
  for (let step = 1; step <= 6; step += 1) {
    const answer = await call('POST', `/api/parcel/${id}/step`, {});
    if (answer === null) return;
    expect(answer.status).toBe(step > 5 ? 422 : 200);
    if (step <= 5) known.steps = step;
  }
}

/** Waits until every call has been made. */
export async function allMade(call: Call): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await call('GET', '/_/operate/calls?state=waiting');
      if (answer === null) throw new Error('the server has gone');
      const { counts, items } = answer.json as unknown as CallsAnswer; // as the route answers it
      for (const { id, next, tries } of items) // the waits after failures are not waited for
        if (next !== null && tries > 0) await call('POST', '/_/operate/calls', { id });
      expect(counts).toMatchObject({ waiting: 0, given_up: 0 });
    },
    { timeout: 120_000, interval: 250 },
  );
}

/**
 * Every acknowledged step has arrived, and none beyond those that the record has: each at least once, with one key, and no step before
 * the one in front of it. What was answered stands in the record.
 */
export async function holdParcels(
  call: Call,
  acknowledged: Acknowledged,
  received: readonly Received[],
): Promise<void> {
  const arrived = Map.groupBy(
    received.map(({ body, headers }) => ({
      ...(JSON.parse(body) as { readonly parcel: string; readonly step: number }), // as the call sends it
      key: String(headers['idempotency-key']),
    })),
    ({ parcel }) => parcel,
  );
  for (const [name, { id, steps }] of acknowledged) {
    const record = (await call('GET', `/api/parcel/${id}`))?.json ?? {};
    const has = Number(record['steps']);
    expect(has).toBeGreaterThanOrEqual(steps);
    const own = arrived.get(name) ?? [];
    const firsts = [...new Set(own.map(({ step }) => step))];
    expect({ name, firsts }).toEqual({ name, firsts: Array.from({ length: has }, (_, index) => index + 1) });
    for (const [, tries] of Map.groupBy(own, ({ step }) => step))
      expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
    const isSorted = own.every(({ step }, index) => index === 0 || step >= (own[index - 1]?.step ?? 0));
    expect({ name, isSorted }).toEqual({ name, isSorted: true });
    expect({ name, told: record['told'] }).toEqual({ name, told: has === 0 ? null : has });
  }
}
