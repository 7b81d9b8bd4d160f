import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Faults from './faults.ts';

interface Sent {
  readonly sdk: { readonly settings: { readonly infer_ip: string } };
  readonly tags: Readonly<Record<string, string>>;
  readonly fingerprint: readonly string[];
  readonly exception: {
    readonly values: readonly { readonly value: string; readonly mechanism: { readonly handled: boolean } }[];
  };
}

let bodies: string[] = [];
let faults: typeof Faults;

beforeEach(async () => {
  bodies = [];
  vi.resetModules();
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string | Uint8Array }) => {
    bodies.push(typeof body === 'string' ? body : new TextDecoder().decode(body));
    return new Response('{}');
  });
  faults = await import('./faults.ts');
  const { startReporter } = await import('./reporter.ts');
  startReporter('https://ninefold@desk.example/_/intake/1', 'r1');
});
afterEach(() => {
  window.dispatchEvent(new Event('pagehide')); // what is counted and not sent would be sent a minute later, without a page
  vi.unstubAllGlobals();
});

async function sent(count: number): Promise<readonly Sent[]> {
  await vi.waitFor(() => expect(bodies).toHaveLength(count), 30_000);
  return bodies.map((body) => JSON.parse(body.split('\n')[2] ?? '') as Sent);
}

test.each([
  ['error', false],
  ['rejection', false],
  ['start', false],
  ['route', true],
  ['language-file', true],
])('a fault of the kind %s says whether it was handled: %s', async (kind, handled) => {
  faults.reportFault(new Error('chair broke'), { kind });
  const [event] = await sent(1);
  expect(event?.exception.values.at(-1)).toMatchObject({ value: 'chair broke', mechanism: { handled } });
});

test('no service is asked to store the address of the reader', async () => {
  faults.reportFault(new Error('chair broke'), { kind: 'error' });
  const [event] = await sent(1);
  expect(event?.sdk.settings.infer_ip).toBe('never');
  expect(JSON.stringify(event)).not.toMatch(/"(?:user|ip_address|email)"/);
});

test('the same fault twenty times is one event', async () => {
  const error = new Error('chair broke');
  for (let turn = 0; turn < 20; turn += 1) faults.reportFault(error, { kind: 'error' });
  faults.reportFault(new Error('table broke'), { kind: 'error' });
  const events = await sent(2);
  expect(new Set(events.map(({ fingerprint }) => fingerprint.join())).size).toBe(2);
});
