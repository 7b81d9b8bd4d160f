import type { Change, Event } from './history.ts';
import type { Person } from './people.ts';
import type { CategoryPlan } from './plan.ts';
import { HAND_OVER_NOTES, MACHINE_QUESTIONS, QUESTIONS, REOPEN_REASONS, WITHDRAW_REASONS } from './talk.ts';
import type { World } from './tickets.ts';

export interface Start {
  readonly world: World;
  readonly label: string;
  /** Minutes before now at which it was made. */
  readonly age: number;
  readonly category: CategoryPlan;
  readonly requester: Person;
  readonly priority: string;
  readonly solution: string;
}

export interface Life {
  readonly state: string;
  readonly team: string;
  readonly assignee: string | null;
  readonly priority: string;
  readonly solved: boolean;
  readonly events: readonly Event[];
}

/** A ticket on its way; time runs from its making towards now. */
interface Course {
  readonly start: Start;
  readonly events: Event[];
  left: number;
  state: string;
  team: string;
  assignee: Person | null;
  priority: string;
  solution: string | null;
}

interface Step {
  readonly by: Person;
  readonly transition?: string;
  readonly to?: string;
  readonly changes?: readonly Change[];
  readonly input?: object;
}

const TEAMS = ['IT Support', 'Facilities', 'People & Finance'];
/** A person who signs in as one of these should find work. */
const PERSONAS = ['alan@example.test', 'akira@example.test'];
const HOUR = 60;
const DAY = 1440;
/** The limit `close_days` of the service desk. */
const CLOSE_DAYS = 7;

/** The states that tickets of an age have, with their shares, in order. */
const GOALS: readonly (readonly [number, readonly (readonly [string, number])[]])[] = [
  [
    0.4,
    [
      ['new', 0.6],
      ['open', 0.3],
      ['resolved', 0.1],
    ],
  ],
  [
    3,
    [
      ['new', 0.14],
      ['open', 0.32],
      ['waiting', 0.14],
      ['resolved', 0.36],
      ['withdrawn', 0.04],
    ],
  ],
  [
    12,
    [
      ['open', 0.08],
      ['waiting', 0.06],
      ['resolved', 0.34],
      ['closed', 0.48],
      ['withdrawn', 0.04],
    ],
  ],
  [
    60,
    [
      ['open', 0.015],
      ['waiting', 0.015],
      ['resolved', 0.03],
      ['closed', 0.9],
      ['withdrawn', 0.04],
    ],
  ],
  [
    Infinity,
    [
      ['closed', 0.96],
      ['withdrawn', 0.04],
    ],
  ],
];

function goalOf(start: Start): string {
  const shares = GOALS.find(([days]) => start.age / DAY < days)?.[1] ?? [];
  let dice = start.world.random.next();
  for (const [state, share] of shares) {
    dice -= share;
    if (dice < 0) return state;
  }
  return shares.at(-1)?.[0] ?? 'closed';
}

function step(course: Course, longest: number, { by, transition, to, changes, input }: Step): void {
  const room = Math.min(longest, Math.floor(course.left * 0.4));
  course.left = Math.max(1, course.left - course.start.world.random.between(Math.min(4, room), room));
  course.events.push({
    record: course.start.label,
    minutes: course.left,
    by: by.email,
    kind: transition === undefined ? 'update' : 'transition',
    transition,
    from: transition === undefined ? undefined : course.state,
    to: transition === undefined ? undefined : (to ?? course.state),
    changes,
    input,
  });
  if (to !== undefined) course.state = to;
}

/** A member of the team other than the requester, preferably one who speaks the requester's language. */
function agentFor(course: Course): Person {
  const { world, requester } = course.start;
  const all = world.people.filter((one) => one.team === course.team && one !== requester);
  const personas = all.filter((one) => PERSONAS.includes(one.email));
  if (personas.length > 0 && course.start.age < 14 * DAY && world.random.chance(0.4))
    return world.random.pick(personas);
  const speaking = all.filter((one) => one.language === requester.language);
  return world.random.pick(speaking.length > 0 && world.random.chance(0.75) ? speaking : all);
}

function take(course: Course): Person {
  const agent = agentFor(course);
  step(course, 14 * HOUR, {
    by: agent,
    transition: 'take',
    to: 'open',
    changes: [{ field: 'assignee', old: null, new: agent.email }],
  });
  course.assignee = agent;
  return agent;
}

function handOver(course: Course, agent: Person): Person {
  const { random } = course.start.world;
  const team = random.pick(TEAMS.filter((one) => one !== course.team));
  const changes = [
    { field: 'team', old: course.team, new: team },
    { field: 'assignee', old: agent.email, new: null },
  ];
  const note = random.pick(HAND_OVER_NOTES[course.start.requester.language]);
  step(course, 5 * HOUR, { by: agent, transition: 'hand_over', to: 'new', changes, input: { to_team: team, note } });
  course.team = team;
  course.assignee = null;
  return take(course);
}

function changePriority(course: Course, agent: Person): void {
  const raised = course.priority === 'normal' ? 'high' : 'normal';
  step(course, 6 * HOUR, { by: agent, changes: [{ field: 'priority', old: course.priority, new: raised }] });
  course.priority = raised;
}

function askBack(course: Course, agent: Person, answered: boolean): void {
  const { world, requester } = course.start;
  const machines = course.team === 'IT Support' && !course.start.category.billable && world.random.chance(0.5);
  const [reason, answer] = world.random.pick((machines ? MACHINE_QUESTIONS : QUESTIONS)[requester.language]);
  step(course, 8 * HOUR, { by: agent, transition: 'wait', to: 'waiting', input: { reason } });
  if (answered) step(course, 30 * HOUR, { by: requester, transition: 'resume', to: 'open', input: { answer } });
}

function resolve(course: Course, agent: Person): void {
  const changes = course.solution === null ? [{ field: 'solution', old: null, new: course.start.solution }] : [];
  step(course, 40 * HOUR, { by: agent, transition: 'resolve', to: 'resolved', changes });
  course.solution = course.start.solution;
}

function reopen(course: Course, agent: Person): void {
  const { world, requester } = course.start;
  const why = world.random.pick(REOPEN_REASONS[requester.language]);
  step(course, 20 * HOUR, { by: requester, transition: 'reopen', to: 'open', input: { why } });
  resolve(course, agent);
}

function work(course: Course, goal: string): void {
  const { random } = course.start.world;
  let agent = take(course);
  if (random.chance(0.06)) agent = handOver(course, agent);
  if (course.priority !== 'urgent' && random.chance(0.12)) changePriority(course, agent);
  if (goal !== 'waiting' && random.chance(0.35)) askBack(course, agent, true);
  if (goal === 'waiting') askBack(course, agent, false);
  if (goal !== 'resolved' && goal !== 'closed') return;
  resolve(course, agent);
  if (random.chance(0.05)) reopen(course, agent);
  if (goal === 'closed') step(course, 5 * DAY, { by: course.start.requester, transition: 'close', to: 'closed' });
  if (goal === 'resolved') lapse(course);
}

/** What nobody confirmed in time has closed by itself, so that a first start finds nothing that is overdue. */
function lapse(course: Course): void {
  const minutes = course.left - CLOSE_DAYS * DAY;
  if (minutes <= 0) return;
  const [record, kind, transition] = [course.start.label, 'transition', 'lapse'] as const;
  course.events.push({ record, minutes, by: '', kind, transition, from: 'resolved', to: 'closed' });
  course.left = minutes;
  course.state = 'closed';
}

function withdraw(course: Course): void {
  const { world, requester } = course.start;
  const why = world.random.pick(WITHDRAW_REASONS[requester.language]);
  step(course, 20 * HOUR, { by: requester, transition: 'withdraw', to: 'withdrawn', input: { why } });
}

/** Plays what happened to a ticket from its making until now, by people who were allowed to do it, and by itself. */
export function lifeOf(start: Start): Life {
  const course: Course = {
    start,
    events: [{ record: start.label, minutes: start.age, by: start.requester.email, kind: 'create', to: 'new' }],
    left: start.age,
    state: 'new',
    team: start.category.team,
    assignee: null,
    priority: start.priority,
    solution: null,
  };
  const goal = goalOf(start);
  if (goal === 'withdrawn') withdraw(course);
  else if (goal !== 'new') work(course, goal);
  const { state, team, priority, events } = course;
  return { state, team, assignee: course.assignee?.email ?? null, priority, solved: course.solution !== null, events };
}
