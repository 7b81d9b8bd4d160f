import { expect, test } from 'vitest';
import type { Field } from '../ir/field.ts';
import { entity } from '../testing/build.ts';
import { malformed, normalValue } from './registry.ts';

const link: Field | undefined = entity('page', { link: { type: 'string', format: 'url' } }).fields['link'];

function verdict(text: string): string | null {
  if (!link) throw new Error('no field');
  return malformed(link, normalValue(link, text));
}

test.each(['https://example.com', 'http://10.0.0.1:8080/a?b#c', 'HTTPS://EXAMPLE.COM/あ'])(
  '%s is an address',
  (text) => {
    expect(verdict(text)).toBeNull();
  },
);

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example.com',
  '/\\evil.example.com',
  'https:evil.example.com',
  'https://',
  'blob:https://example.com/1',
])('%s is none that a page may lead to', (text) => {
  expect(verdict(text)).toBe('bad_url');
});
