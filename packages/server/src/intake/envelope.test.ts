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

test.each([
  '',
  'x',
  '[]',
  '{}\nnot json\n',
  '{}\n{"length":2}\n{}\n',
  '{}\n{"type":"event"}',
  '{}\n{"type":"event"}\n',
  '{}\n{"type":"event"}\n{"message":"cut',
  '{}\n{"type":"event"}\n[1]\n',
  '{}\n{"type":"event","length":999}\n{}',
  '{}\n{"type":"event","length":1}\n{}',
  '{}\n{"type":"event","length":-1}\n{}',
  '{}\n{"type":"event","length":1.5}\n{}',
  '{}\n{"type":"event","length":"2"}\n{}',
  '{}\n{"type":"session","length":4}\n{}\n',
])('%j is no envelope', (text) => {
  expect(parseEnvelope(bytes(text))).toBeNull();
});

test('an envelope that is cut anywhere but at its last line end is refused', () => {
  const payload = '{"message":"\u65e5\\n本"}';
  const item = (length: string) => `{"event_id":"a"}\n{"type":"event"${length}}\n${payload}\n`;
  for (const whole of [item(''), item(`,"length":${String(bytes(payload).length)}`)].map(bytes)) {
    const header = whole.indexOf(10) + 1;
    for (let end = header + 1; end < whole.length - 1; end += 1) {
      expect([end, parseEnvelope(whole.subarray(0, end))]).toEqual([end, null]);
    }
    expect(parseEnvelope(whole.subarray(0, -1))?.events).toHaveLength(1);
  }
});

test('more than one event is no envelope: one call never costs many writes', () => {
  expect(parseEnvelope(bytes(`{}\n${'{"type":"event"}\n{}\n'.repeat(2)}`))).toBeNull();
});

test('what is written can be read', () => {
  const event = { event_id: 'b', message: 'two\nlines' };
  expect(parseEnvelope(bytes(writeEnvelope(event, '2026-03-05T00:00:00.000Z')))).toEqual({ events: [event] });
});
