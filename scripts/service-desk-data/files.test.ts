import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceDeskData } from './files.ts';

const FOLDER = join(import.meta.dirname, '../../examples/service-desk/data');

interface Ticket {
  readonly requester: string;
  readonly watchers?: readonly string[];
  readonly cost?: string;
  readonly lines?: readonly { readonly qty: number; readonly price: string }[];
}

const data = serviceDeskData();
const tickets = JSON.parse(data['demo/ticket.json'] ?? '[]') as Ticket[];

test.each(Object.keys(data))('%s is what the generator writes', async (name) => {
  expect(await readFile(join(FOLDER, name), 'utf8')).toBe(data[name]);
});

test('tickets hold to the rules of the specification', () => {
  expect(tickets).toHaveLength(1000);
  for (const { requester, watchers = [], cost, lines = [] } of tickets) {
    expect(watchers).not.toContain(requester);
    const spent = lines.reduce((sum, line) => sum + line.qty * Number(line.price), 0);
    expect(spent).toBeLessThanOrEqual(Number(cost ?? 0) + 100);
    expect(lines.every((line) => line.qty <= 50)).toBe(true);
  }
});
