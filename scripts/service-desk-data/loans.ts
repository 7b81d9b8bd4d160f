import type { Asset } from './assets.ts';
import type { CsvRow } from './csv.ts';
import type { Event } from './history.ts';
import { day } from './moment.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

export interface LoanData {
  readonly rows: readonly CsvRow[];
  readonly events: readonly Event[];
}

interface Plan {
  readonly state: string;
  /** Days before today. */
  readonly from: number;
  readonly until: number;
  /** On return; empty before. */
  readonly condition: string;
}

const REASONS: readonly (readonly [string, string])[] = [
  ['Customer visit', '顧客訪問のため'],
  ['Trade fair', '展示会で使用'],
  ['Workshop with the new team', '新チームのワークショップ'],
  ['Photos for the catalogue', 'カタログ用の撮影'],
  ['My own machine is being repaired', '自分の機器が修理中のため'],
  ['Measuring in hall 2', '第2倉庫での計測'],
  ['Working from home next week', '来週の在宅勤務'],
];

/** Past loans of one asset, then at most one that is current or planned. Loans never overlap. */
function plansOf(index: number, random: Random): Plan[] {
  const plans: Plan[] = [];
  const condition = '';
  const state = ['lent', 'asked', 'lent', 'approved', 'none', 'late', 'asked', 'lent', 'cancelled', 'refused'][
    index % 10
  ];
  if (state === 'lent') plans.push({ state, from: random.between(1, 6), until: -random.between(1, 9), condition });
  if (state === 'late')
    plans.push({ state: 'lent', from: random.between(12, 18), until: random.between(1, 4), condition });
  if (state === 'asked' || state === 'approved')
    plans.push({ state, from: -random.between(1, 8), until: -random.between(9, 20), condition });
  if (state === 'cancelled' || state === 'refused')
    plans.push({ state, from: random.between(2, 9), until: 0, condition });
  let cursor = 25;
  for (let count = random.between(0, 3); count > 0; count -= 1) {
    const until = cursor + random.between(2, 30);
    const from = until + random.between(1, 20);
    plans.push({ state: 'returned', from, until, condition: random.chance(0.9) ? 'fine' : 'worn' });
    cursor = from + 1;
  }
  return plans;
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
  readonly by: Person;
  readonly input?: object;
}

function eventsOf(
  label: string,
  plan: Plan,
  { borrower, agent, random }: { readonly borrower: Person; readonly agent: Person; readonly random: Random },
): Event[] {
  const asked = Math.max(plan.from, 0) * 1440 + random.between(1500, 5000);
  const rows: Event[] = [{ record: label, minutes: asked, by: borrower.email, kind: 'create', to: 'asked' }];
  const go = (transition: string, { from, to, minutes, by, input }: Step): void => {
    rows.push({ record: label, minutes, by: by.email, kind: 'transition', transition, from, to, input });
  };
  if (plan.state === 'cancelled') go('cancel', { from: 'asked', to: 'cancelled', minutes: asked - 300, by: borrower });
  if (plan.state === 'refused')
    go('refuse', {
      from: 'asked',
      to: 'refused',
      minutes: asked - 400,
      by: agent,
      input: {
        reason: 'Needed for the open day; please take the other one.',
      },
    });
  if (['approved', 'lent', 'returned'].includes(plan.state))
    go('approve', { from: 'asked', to: 'approved', minutes: asked - 600, by: agent });
  if (plan.state === 'lent' || plan.state === 'returned')
    go('hand_out', { from: 'approved', to: 'lent', minutes: plan.from * 1440 + 30, by: agent });
  if (plan.state === 'returned')
    go('give_back', {
      from: 'lent',
      to: 'returned',
      minutes: plan.until * 1440 + 20,
      by: agent,
      input: { condition: plan.condition },
    });
  return rows;
}

/** Loans of the pool with their history. Borrower and approver are never the same person. */
export function loans(all: readonly Asset[], people: readonly Person[], random: Random): LoanData {
  const rows: CsvRow[] = [];
  const events: Event[] = [];
  const agents = people.filter((one) => one.roles === 'agent' && one.team !== 'People & Finance');
  const pool = all.filter((one) => one.lendable);
  pool.forEach((asset, index) => {
    for (const plan of plansOf(index, random)) {
      const label = `l${String(rows.length + 1).padStart(3, '0')}`;
      const borrower = index === 0 ? people[0] : index === 2 ? people[4] : random.pick(people);
      if (borrower === undefined) continue;
      const agent = random.pick(agents.filter((one) => one !== borrower));
      const past = eventsOf(label, plan, { borrower, agent, random });
      rows.push({
        id: label,
        asset: asset.tag,
        borrower: borrower.email,
        from: day(plan.from),
        until: day(plan.until),
        reason: random.pick(REASONS)[borrower.language === 'ja' ? 1 : 0] ?? '',
        state: plan.state,
        returned_on: plan.state === 'returned' ? day(plan.until) : '',
        condition: plan.condition,
      });
      events.push(...past);
    }
  });
  return { rows, events };
}

export const LOAN_COLUMNS = ['id', 'asset', 'borrower', 'from', 'until', 'reason', 'state', 'returned_on', 'condition'];
