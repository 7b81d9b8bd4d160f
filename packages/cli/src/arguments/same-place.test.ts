import { expect, test } from 'vitest';
import { samePlace } from './same-place.ts';

test('a further command reaches the folder, the data and the database of this one, and shows no password', () => {
  expect(samePlace({ flags: {} }, '.')).toBe('');
  expect(samePlace({ flags: { data: '/var/lib/x' } }, 'my-app')).toBe(' my-app --data /var/lib/x');
  expect(samePlace({ flags: { data: "it's here" } }, '.')).toBe(String.raw` --data 'it'\''s here'`);
  expect(samePlace({ flags: { database: 'postgres://desk@127.0.0.1/desk' } }, '.')).toBe(
    ' --database postgres://desk@127.0.0.1/desk',
  );
  expect(samePlace({ flags: { database: 'postgres://desk:word@127.0.0.1/desk' } }, '.')).toBe('');
});
