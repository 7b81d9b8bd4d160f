import { expect, test } from 'vitest';
import { parseEnvelope, writeEnvelope } from './envelope.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('reads the event of an envelope and skips the other items', () => {
  const text = '{"event_id":"a"}\n{"type":"session"}\n{"sid":"1"}\n{"type":"event"}\n{"message":"x"}\n';
  expect(parseEnvelope(bytes(text))).toEqual({ events: [{ message: 'x' }] });
});

test('a length counts bytes, so line ends inside a payload belong to it', () => {
  const payload = '{\n"message":\n"é\u65e5"}';
  const text = `{}\n{"type":"event","length":${String(bytes(payload).length)}}\n${payload}\n{"type":"session"}\n{"sid":"1"}`;
  expect(parseEnvelope(bytes(text))?.events).toEqual([{ message: 'é\u65e5' }]);
});

test.each(['', 'x', '[]', '{}\nnot json\n', '{}\n{"type":"event","length":999}\n{}'])('%j is no envelope', (text) => {
  expect(parseEnvelope(bytes(text))).toBeNull();
});

test('more than one event is no envelope: one call never costs many writes', () => {
  expect(parseEnvelope(bytes(`{}\n${'{"type":"event"}\n{}\n'.repeat(2)}`))).toBeNull();
});

test('an event that is no JSON object is skipped', () => {
  expect(parseEnvelope(bytes('{}\n{"type":"event"}\n[1]\n'))).toEqual({ events: [] });
});

test('what is written can be read', () => {
  const event = { event_id: 'b', message: 'two\nlines' };
  expect(parseEnvelope(bytes(writeEnvelope(event, '2026-03-05T00:00:00.000Z')))).toEqual({ events: [event] });
});
