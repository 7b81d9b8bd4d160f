import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD_TYPES } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { expect, test } from 'vitest';
import { EVERY_KIND } from './houses/every-kind.ts';

const text = readFileSync(join(EVERY_KIND.folder, 'app.yaml'), 'utf8');

test('the specification with every kind of field has every kind, and calls are made with each field', () => {
  const { application, issues } = compile([{ path: 'app.yaml', text }]);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const fields = Object.values(application?.model.entities ?? {}).flatMap((entity) => Object.values(entity.fields));
  expect(FIELD_TYPES.filter((type) => !fields.some((field) => field.type === type))).toEqual([]);
  expect(text).toMatch(/type: object/);
  const sent = new Set(Object.keys(EVERY_KIND.entities['thing']?.fields ?? {}));
  const declared = Object.keys(application?.model.entities['thing']?.fields ?? {}).map((id) => id.split('.')[0] ?? '');
  expect([...new Set(declared)].filter((id) => !sent.has(id))).toEqual([]);
});
