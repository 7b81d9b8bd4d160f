import { expect, test } from 'vitest';
import type { Field } from '../ir/field.ts';
import type { Wire } from '../wire/answers.ts';
import { entity } from '../testing/build.ts';
import { malformed, normalValue } from './registry.ts';

const fields = entity('note', { photo: { type: 'file', accept: [] }, papers: { type: 'files', accept: [] } }).fields;

function verdict(field: Field | undefined, value: Wire): string | null {
  if (!field) throw new Error('no field');
  return malformed(field, normalValue(field, value));
}

const coming = { sending: 'a key of the form', name: 'plan.pdf' };
const arrived = { id: 'f1', name: 'plan.pdf', size: 1, type: 'application/pdf' };

test('a file that is on its way is waited for, and one of another shape is none', () => {
  expect(verdict(fields['photo'], coming)).toBe('file_not_here');
  expect(verdict(fields['papers'], [arrived, coming])).toBe('file_not_here');
  expect(verdict(fields['papers'], [arrived])).toBeNull();
  expect(verdict(fields['photo'], { ...coming, id: 'f1' })).toBeNull();
  expect(verdict(fields['photo'], { name: 'plan.pdf' })).toBe('bad_type');
  expect(verdict(fields['photo'], 5)).toBe('bad_type');
});
