import type { Asset } from './assets.ts';
import type { Event } from './history.ts';
import { withApproval, type Approved } from './ticket-approval.ts';
import { lifeOf } from './ticket-life.ts';
import { moneyOf } from './ticket-money.ts';
import { moment } from './moment.ts';
import { TEAMS, type Person } from './people.ts';
import type { CategoryPlan, Situation } from './plan.ts';
import type { Random } from './random.ts';
import { slotFiller } from './slots.ts';
import { CLOSINGS, INTERNAL_NOTES } from './talk.ts';

/** What the generator needs to invent tickets. */
export interface World {
  readonly people: readonly Person[];
  readonly assets: readonly Asset[];
  readonly categories: readonly CategoryPlan[];
  readonly random: Random;
}

export interface TicketData {
  readonly tickets: readonly Record<string, unknown>[];
  readonly events: readonly Event[];
}

const YEAR = 365 * 1440;
const PROMISE = { urgent: 8 * 60, other: 72 * 60 } as const;

function ages(count: number, random: Random): readonly number[] {
  const all = Array.from({ length: count }, () => 20 + Math.floor(YEAR * random.next() ** 2));
  return all.toSorted((one, other) => other - one);
}

function priorityOf(random: Random): string {
  const dice = random.next();
  if (dice < 0.12) return 'low';
  if (dice < 0.8) return 'normal';
  return dice < 0.95 ? 'high' : 'urgent';
}

/** The personas of the demonstration get a share of the tickets, most of all of the newest. */
function requesterOf(world: World, age: number): Person {
  const { people, random } = world;
  const persona = random.chance(age < 14 * 1440 ? 0.14 : 0.05);
  const chosen = persona ? people[random.chance(0.5) ? 0 : 4] : random.pick(people);
  return chosen ?? random.pick(people);
}

function watchersOf(world: World, requester: Person): readonly string[] {
  const { people, random } = world;
  if (!random.chance(0.18)) return [];
  const others = people.filter((one) => one !== requester);
  return [...new Set([random.pick(others).email, random.pick(others).email])];
}

function ticket(
  world: World,
  label: string,
  age: number,
): { readonly row: Record<string, unknown>; readonly events: readonly Event[] } {
  const { random } = world;
  const category = random.pick(world.categories);
  const situation: Situation = random.pick(category.situations);
  const requester = requesterOf(world, age);
  const [subject, text, solution] = situation[requester.language];
  const fill = slotFiller(requester.language, world.people, random);
  const priority = priorityOf(random);
  const life = lifeOf({ world, label, age, category, requester, priority, solution: fill(solution) });
  const promise = priority === 'urgent' ? PROMISE.urgent : PROMISE.other;
  const asset = category.name.startsWith('Computers') && random.chance(0.6) ? random.pick(world.assets).tag : null;
  const details =
    priority !== 'urgent' && random.chance(0.08) ? null : fill(text) + random.pick(CLOSINGS[requester.language]);
  const watchers = watchersOf(world, requester);
  const money = moneyOf(category, situation, { state: life.state, fill, random });
  const lead = `${TEAMS.find(({ name }) => name === category.team)?.lead ?? ''}@example.test`;
  const { people } = world;
  const course = withApproval({ people, requester, lead, cost: money.cost, state: life.state, events: life.events });
  const row: Record<string, unknown> = {
    id: label,
    subject: fill(subject),
    category: category.name,
    details,
    files: situation.file === undefined ? null : [`files/${situation.file[requester.language]}`],
    asset,
    requester: requester.email,
    watchers,
    priority: life.priority,
    due: moment((course.since ?? age) - promise),
    team: life.team,
    assignee: life.assignee,
    ...money,
    approved_cost: course.approvedCost,
    solution: life.solved ? fill(solution) : null,
    internal_note: random.chance(0.1) ? random.pick(INTERNAL_NOTES) : null,
    missed: isMissed(course, (course.since ?? age) - promise) ? true : null,
    state: course.state,
  };
  const filled = Object.entries(row).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return { row: Object.fromEntries(filled), events: course.events };
}

/** Whether work went on after the due time, so many minutes before now. While an approval is awaited no time counts. */
function isMissed({ state, events }: Approved, due: number): boolean {
  const done = events.findLast(({ to }) => to === 'resolved' || to === 'withdrawn' || to === 'declined');
  return state !== 'approval' && due > 0 && (done === undefined || done.minutes < due);
}

/** Tickets of a year, oldest first, with everything that happened to them. */
export function tickets(world: World, count: number): TicketData {
  const made = ages(count, world.random).map((age, index) =>
    ticket(world, `t${String(index + 1).padStart(4, '0')}`, age),
  );
  return { tickets: made.map((one) => one.row), events: made.flatMap((one) => one.events) };
}
