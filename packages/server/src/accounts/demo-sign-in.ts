import type { Records } from '../records/context/records.ts';
import { Refusal } from '../refusal.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether only this machine can reach a server that listens on this host. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return LOOPBACK.has(name) || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** One-click sign-in as an account of the demo data, where that is allowed. */
export async function demoUser(records: Records, id: string, open: boolean): Promise<string> {
  if (!open) throw new Refusal('demo_closed');
  const accounts = await records.demoAccounts();
  const account = accounts.find((each) => each.id === id);
  if (!account) throw new Refusal('account_closed');
  return account.id;
}
