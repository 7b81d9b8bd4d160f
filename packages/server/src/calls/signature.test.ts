import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { messageHeaders, signatureOf } from './signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('a signature is the one that another implementation of Standard Webhooks makes, and it verifies what is sent', () => {
  const body = '{"number":"O-7","total":"12.50","wer":"Jürgen 様"}';
  const seconds = Math.floor(Date.now() / 1000);
  const other = new Webhook(SECRET);
  const id = '019f0000-0000-7000-8000-000000000000';
  expect(signatureOf(SECRET, { id, seconds, body })).toBe(other.sign(id, new Date(seconds * 1000), body));
  const headers = messageHeaders(SECRET, { id, seconds, body });
  expect(other.verify(body, { ...headers })).toEqual(JSON.parse(body));
  expect(() => other.verify(body.replace('12', '13'), { ...headers })).toThrow('No matching signature found');
  expect(headers['idempotency-key']).toBe(id);
});

test('a secret without the mark of base64 is its own key, and without a secret nothing is signed', () => {
  const message = { id: 'a', seconds: 1_700_000_000, body: '' };
  const raw = new Webhook('plain words', { format: 'raw' });
  expect(signatureOf('plain words', message)).toBe(raw.sign('a', new Date(message.seconds * 1000), ''));
  expect(messageHeaders(null, message)).not.toHaveProperty('webhook-signature');
});
