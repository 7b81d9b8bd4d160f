import { expect, test } from 'vitest';
import { createAllowedMethods } from './allowed-methods.ts';
import { ROUTES } from './routes/all.ts';

const allowed = createAllowedMethods(ROUTES);

test.each([
  ['/api/ticket', 'GET, HEAD, OPTIONS, POST'],
  ['/api/ticket/1', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ['/api/batch', 'OPTIONS, POST'],
  ['/api/ticket/bulk', 'OPTIONS, POST'],
  ['/api/ticket/import', 'OPTIONS, POST'],
  ['/api/ticket/1/history', 'GET, HEAD, OPTIONS'],
  ['/api/ticket/1/restore', 'OPTIONS, POST'],
  ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
  ['/_/locales/en/app.json', 'GET, HEAD, OPTIONS'],
  ['/_/web/assets/a.js', 'GET, HEAD, OPTIONS'],
  ['/api', ''],
  ['/', ''],
])('%s', (path, methods) => {
  expect(allowed(path).join(', ')).toBe(methods);
});
