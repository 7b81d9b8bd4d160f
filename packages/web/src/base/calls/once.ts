import { randomId } from '../store/random-id.ts';

/** Gives equal bodies the same idempotency key and changed bodies a new one. A body that is sent twice then makes one record. */
export function makeOnce(): (body: unknown) => string {
  let last: { readonly text: string; readonly key: string } | null = null;
  return (body) => {
    const text = JSON.stringify(body);
    if (last?.text !== text) last = { text, key: randomId() };
    return last.key;
  };
}
