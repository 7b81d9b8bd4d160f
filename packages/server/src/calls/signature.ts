import { createHmac } from 'node:crypto';

/** What is signed: the id of the message, when it is sent, and its body. */
interface Message {
  readonly id: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly body: string | Buffer;
}

const BASE64_MARK = 'whsec_';

/**
 * The signature of a message by the Standard Webhooks scheme: HMAC-SHA256 over id, time and body. A secret that begins with `whsec_`
 * is base64 behind that; of every other one its characters are the key.
 */
export function signatureOf(secret: string, { id, seconds, body }: Message): string {
  const key = secret.startsWith(BASE64_MARK)
    ? Buffer.from(secret.slice(BASE64_MARK.length), 'base64')
    : Buffer.from(secret, 'utf8');
  const digest = createHmac('sha256', key)
    .update(`${id}.${String(seconds)}.`)
    .update(body)
    .digest('base64');
  return `v1,${digest}`;
}

/** The headers that say who a message is, and by which its receiver knows that it is whole and from whom it comes. */
export function messageHeaders(secret: string | null, message: Message): Readonly<Record<string, string>> {
  const { id, seconds } = message;
  return {
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(secret === null ? {} : { 'webhook-signature': signatureOf(secret, message) }),
  };
}
