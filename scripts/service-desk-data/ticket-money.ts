import type { CategoryPlan, Situation } from './plan.ts';
import type { Random } from './random.ts';

interface Money {
  readonly cost?: string;
  readonly lines?: readonly { readonly item: string; readonly qty: number; readonly price: string }[];
}

/** The expected cost and, once the work is done, the lines: never more than the expected cost. */
export function moneyOf(
  category: CategoryPlan,
  situation: Situation,
  { state, fill, random }: { readonly state: string; readonly fill: (text: string) => string; readonly random: Random },
): Money {
  if (!category.billable) return {};
  const pieces = Number(fill('{n}'));
  const lines = (situation.items ?? []).map(([item, low, high], index) => ({
    item: fill(item),
    qty: index === 0 && situation.en[0].includes('{n}') ? pieces : random.between(1, 2),
    price: random.between(low, high) - 1 + random.pick([0.5, 0.9, 1]),
  }));
  const spent = lines.reduce((sum, line) => sum + line.qty * line.price, 0);
  const cost = `${Math.ceil((spent * (1 + random.next() * 0.2)) / 10) * 10}.00`;
  if (state !== 'resolved' && state !== 'closed') return { cost };
  return { cost, lines: lines.map((line) => ({ ...line, price: line.price.toFixed(2) })) };
}
