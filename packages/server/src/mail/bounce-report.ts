/** What a report says of mail that came back. */
export interface BounceReport {
  /** The ids of mails that it names. */
  readonly ids: readonly string[];
  /** Its code (`5.1.1`), or `bounced` where it has none. */
  readonly reason: string;
}

const OWN_ID = /<([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})@[^>\s]+>/g;
const FAILED = /^action:\s*failed\b/im;
const STATUS = /^status:\s*(5\.\d{1,3}\.\d{1,3})/im;
/** A report with what came back is not read beyond this. */
export const MOST_REPORT_BYTES = 1_000_000;

/**
 * Reads a report that a mail could not be delivered (RFC 3464): the ids of the mails that it returns, and its code. Null where it is
 * none: a mail that is only late, or something else.
 */
export function readBounce(message: string): BounceReport | null {
  const text = message.slice(0, MOST_REPORT_BYTES).replaceAll(/\r?\n[ \t]+/g, ' ');
  const named = [...text.matchAll(/^(?:original-)?message-id:[^\n]*/gim)].map(([line]) => line);
  const ids = [...new Set(named.flatMap((line) => [...line.matchAll(OWN_ID)].map(([, id = '']) => id)))];
  if (ids.length === 0 || !FAILED.test(text)) return null;
  return { ids, reason: STATUS.exec(text)?.[1] ?? 'bounced' };
}
