import { afterAll, beforeEach } from 'vitest';
import { openDesk, PLAIN, refusal, type Desk } from './open-desk.ts';
import { ROUND } from './open-stage.ts';

/** Somebody at the desk. */
export type Name = keyof Desk['people'];

/** Opens a desk with plans for each test of a file, and gives what the tests of approvals do there. */
export function withPlans(yaml: string) {
  let desk: Desk;
  beforeEach(async () => {
    await desk?.close();
    desk = await openDesk(yaml);
  });
  afterAll(() => desk.close());
  const id = (name: Name) => desk.people[name].me.id;
  /** Lets a second pass. */
  const later = () => {
    desk.now = new Date(Date.parse(desk.now) + 1000).toISOString();
  };
  const update = (idOrKey: string, body: object, entity = 'plan') =>
    desk.records.update(desk.people.max, entity, { idOrKey, body }, PLAIN);
  const press = async (by: Name, plan: string, transition = 'all', body: unknown = {}) => {
    later();
    return desk.records.transition(await desk.caller(id(by)), 'plan', { idOrKey: plan, transition, body }, PLAIN);
  };
  const made = async (approvers: readonly Name[], more: Readonly<Record<string, string>> = {}): Promise<string> => {
    later();
    const values = { name: 'p', approvers: approvers.map(id), ...more };
    return (await desk.records.create(desk.people.rita, 'plan', values, PLAIN)).id;
  };
  return {
    ...{ id, update, later, press, made },
    /** Makes a plan that `rita` has sent to its approvers. */
    sent: async (approvers: readonly Name[], first: Name = 'anna', second: Name = 'olga'): Promise<string> => {
      const plan = await made(approvers, { first: id(first), second: id(second) });
      await press('rita', plan, 'send');
      return plan;
    },
    desk: () => desk,
    /** Opens another desk in its place, which closes with the tests. */
    reopen: async (other: string) => {
      await desk.close();
      desk = await openDesk(other);
    },
    named: (name: Name) => ({ id: id(name), title: name }),
    ids: (names: readonly Name[]) => names.map((name) => ({ id: id(name) })),
    deputy: (of: Name, name: Name) => update(id(of), { deputy: id(name) }, 'user'),
    boss: (of: Name, name: Name) => update(id(of), { boss: id(name) }, 'user'),
    withdraw: async (by: Name, plan: string, transition = 'all') => {
      later();
      return desk.records.withdraw(await desk.caller(id(by)), 'plan', { idOrKey: plan, transition }, PLAIN);
    },
    get: (plan: string) => desk.records.get(desk.people.max, 'plan', plan),
    found: async (by: Name, where: string, entity = 'plan') =>
      (await desk.records.list(desk.people[by], entity, new URLSearchParams({ where }))).items.map(
        ({ title }) => title,
      ),
    code: async (call: Promise<unknown>) => (await refusal(call)).code,
    /** What the history of a plan says of its presses and transitions, oldest first. */
    happened: async (plan: string) =>
      (await desk.records.history(desk.people.max, 'plan', plan))
        .filter(({ kind }) => ['press', 'withdraw', 'escalate', 'transition'].includes(kind))
        .map(({ kind, transition, by, for: approver }) =>
          [kind, transition, by?.title ?? 'system', ...(approver ? [approver.title] : [])].join(' '),
        )
        .toReversed(),
    /** Fires what is due after some days, as a server does that has stood still. */
    afterDays: async (days: number) => {
      desk.now = new Date(Date.parse(desk.now) + days * 86_400_000).toISOString();
      await desk.records.fireTimers(ROUND);
    },
  };
}
