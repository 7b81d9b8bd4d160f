import { expect, test } from 'vitest';
import { filterIn, paramsOf } from './audit-filter.ts';

test('the filter is its address, without what does not narrow', () => {
  const filter = { from: '2026-03-01', to: '', act: 'key_made', person: ' ada@example.com ', address: '' };
  const params = paramsOf(filter);
  expect(params.toString()).toBe('from=2026-03-01&act=key_made&person=ada%40example.com');
  expect(filterIn(params)).toEqual({ ...filter, person: 'ada@example.com' });
  expect(paramsOf(filterIn(new URLSearchParams('other=1'))).toString()).toBe('');
});
