import type { EventMessage, KeyMade } from '@ninefold/model';
import { expect, vi } from 'vitest';
import type { Received } from '../receiver.ts';
import { everything, type Call } from './caller.ts';

/** A program with a key of whoever calls is told at `receiver` of all that happens to parcels. `address`: a server. */
export async function subscribe(call: Call, address: string, receiver: string): Promise<void> {
  const made = await call('POST', '/_/keys', { name: 'Sync', role: 'clerk', days: 30 });
  if (made === null) throw new Error('the server has gone');
  const { secret } = made.json as unknown as KeyMade; // as the route answers it
  const answer = await fetch(`${address}/_/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ entity: 'parcel', events: ['created', 'changed'], url: `${receiver}/events` }),
  });
  expect(answer.status).toBe(201);
}

/**
 * Waits until the program was told of every version of every parcel: of each at least once, with one key, none before the one in front
 * of it, and of none that the parcel does not have.
 */
export async function holdEvents(
  call: Call,
  acknowledged: readonly { readonly id: string }[],
  received: () => readonly Received[],
): Promise<void> {
  const parcels = await everything(call, 'parcel');
  const ids = new Set(parcels.map(({ id }) => id));
  expect(acknowledged.filter(({ id }) => !ids.has(id))).toEqual([]);
  const wanted = parcels.flatMap(({ id, version }) =>
    Array.from({ length: Number(version) }, (_, index) => `${String(id)} ${String(index + 1)}`),
  );
  const told = () =>
    received().map(({ body, headers }) => {
      const { id, version } = (JSON.parse(body) as EventMessage).data; // as the server sends it
      return { id, version, key: String(headers['webhook-id']) };
    });
  const named = () => [...new Set(told().map(({ id, version }) => `${id} ${String(version)}`))];
  await vi.waitFor(() => expect(named().toSorted()).toEqual(wanted.toSorted()), { timeout: 120_000, interval: 250 });
  const all = told();
  expect(new Set(all.map(({ id, version, key }) => `${id} ${String(version)} ${key}`)).size).toBe(wanted.length);
  for (const [id, own] of Map.groupBy(all, (each) => each.id)) {
    const versions = own.map(({ version }) => version);
    expect({ id, versions }).toEqual({ id, versions: versions.toSorted((one, other) => one - other) });
  }
}
