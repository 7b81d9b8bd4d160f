import { boundedOf, type Field, type Filter, type FilterOp } from '@ninefold/model';

const OF_MOMENTS: Readonly<Partial<Record<FilterOp, string>>> = { lt: 'before', gt: 'after' };

/** How a filter is called: one of a single value is that value, and a moment is before another, not below it. */
export function chipWord({ op, value }: Filter, about: Field | null): string {
  if (op === 'in' && !value.includes(',')) return 'eq';
  return (about !== null && boundedOf(about.type) === 'moment' && OF_MOMENTS[op]) || op;
}
