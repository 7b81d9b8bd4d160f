import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainPath } from './explain-path.ts';

const DESK = join(import.meta.dirname, '../../../../examples/service-desk');
const desk = readdirSync(DESK)
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));

test.each([
  ['ticket.priority', /field ticket\.priority: choice[\s\S]*low, normal, high, urgent/, 'ticket.yaml', 'requester'],
  ['entities.ticket.fields.priority', /field ticket\.priority/, 'ticket.yaml', 'requester'],
  ['states.ticket.close', /transition ticket\.close[\s\S]*resolved → closed/, 'ticket.yaml', 'requester'],
  ['ticket.lines.qty', /field ticket\.lines\.qty: integer/, 'ticket.yaml', 'requester'],
  ['limits.overrun', /limit overrun[\s\S]*money = 100/, 'app.yaml', ''],
  ['roles.agent', /role agent/, 'article.yaml', ''],
])('%s', (path, text, file, role) => {
  const found = explainPath(desk, path, 'en');
  expect(found?.text).toMatch(text);
  expect(found?.written[0]).toMatch(new RegExp(`^${file}:\\d+:\\d+$`));
  expect(found?.rights[0]?.role ?? '').toBe(role);
});

test('a role that may not read a field is not among those who may', () => {
  expect(explainPath(desk, 'ticket.internal_note', 'en')?.rights.map(({ role }) => role)).not.toContain('requester');
});

test('there is nothing to say about what there is not', () => {
  expect(explainPath(desk, 'ticket.nothing', 'en')).toBeNull();
});
