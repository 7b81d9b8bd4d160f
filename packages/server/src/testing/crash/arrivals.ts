import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answered, Call } from './caller.ts';

/** The secret of the calls. */
export const WORD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** What was sent, by its key: the record that was answered, or null while nothing was. */
export type Sent = Map<string, string | null>;

async function post(address: string, key: string): Promise<Answered> {
  try {
    const answer = await fetch(`${address}/_/in/arrive`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${WORD}` },
      body: JSON.stringify({ id: key, name: key }),
    });
    return { status: answer.status, json: (await answer.json()) as Readonly<Record<string, unknown>> };
  } catch {
    return null;
  }
}

/** One call to each of these servers at the same time; what is answered is the same record each time. */
async function sendAtOnce(addresses: readonly string[], key: string, sent: Sent): Promise<boolean> {
  sent.set(key, sent.get(key) ?? null);
  const answers = await Promise.all(addresses.map((address) => post(address, key)));
  for (const answer of answers) {
    if (answer === null) continue;
    expect({ key, status: answer.status }).toEqual({ key, status: 200 });
    const id = String(answer.json['id']);
    expect({ key, id }).toEqual({ key, id: sent.get(key) ?? id });
    sent.set(key, id);
  }
  return answers.every((answer) => answer !== null);
}

/** Another system sends until a server is gone, each of its calls to all of them at once, and now and then an earlier one again. */
export async function sendArrivals(addresses: readonly string[], sender: string, sent: Sent): Promise<void> {
  for (let index = 0; ; index += 1) {
    const key = index > 0 && randomInt(4) === 0 ? randomInt(index) : index;
    if (!(await sendAtOnce(addresses, `${sender}-${String(key)}`, sent))) return;
    await setTimeout(50);
  }
}

/** Each call is sent again, as a sender does that was not answered, and each has created one record. */
export async function holdArrivals(call: Call, addresses: readonly string[], sent: Sent): Promise<void> {
  for (const key of sent.keys()) expect(await sendAtOnce(addresses, key, sent)).toBe(true);
  for (const [key, id] of sent) {
    const name = (await call('GET', `/api/arrival/${String(id)}`))?.json['name'];
    expect({ id, name }).toEqual({ id, name: key });
  }
  expect((await call('GET', '/api/arrival?total=exact&size=1'))?.json['total']).toBe(sent.size);
}
