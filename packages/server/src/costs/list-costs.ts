import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ListScreen, mayOpen, type Model, rightsFor, rolesWith } from '@ninefold/model';
import { Refusal } from '../refusal.ts';
import { countingLists, type CountingLists, type ListVisits, type Visits } from './counting-lists.ts';
import { openSample, type Sample, type SampleParts } from './sample.ts';

/** A list screen and a role whose holders may open it. */
export interface ListView {
  readonly screen: ListScreen;
  readonly role: string;
}

/** What a list will cost one role. */
export interface ListCost extends ListView, ListVisits {
  /** The error that the role is answered instead, for example because it may not read what the list is sorted by; or null. */
  readonly refused: string | null;
}

/** Works out what each list screen costs each role that may open it, before there are any rows. On SQLite. */
export async function listCosts(parts: SampleParts): Promise<readonly ListCost[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-costs-'));
  try {
    const sample = await openSample(join(folder, 'sample.sqlite'), parts);
    try {
      return await costsIn(sample, parts);
    } finally {
      await sample.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function costsIn(sample: Sample, { model, now }: SampleParts): Promise<readonly ListCost[]> {
  const lists = countingLists(sample, model, new Date(now).toISOString());
  const costs: ListCost[] = [];
  for (const view of listViews(model)) {
    costs.push({ ...view, ...(await costOf(sample, lists, view)) });
  }
  return costs;
}

async function costOf(
  sample: Sample,
  lists: CountingLists,
  { screen, role }: ListView,
): Promise<ListVisits & Pick<ListCost, 'refused'>> {
  const each: ListVisits[] = [];
  try {
    for (const id of sample.callers(role)) each.push(await lists.first(await lists.caller(id), screen));
    return { ...meanOf(each), refused: null };
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason;
    return { ...meanOf([]), refused: reason.code };
  }
}

/** Each list screen with each role whose holders may open it. */
export function listViews(model: Model): readonly ListView[] {
  const lists = model.screens.filter((screen): screen is ListScreen => screen.kind === 'list');
  return lists.flatMap((screen) =>
    Object.keys(model.roles)
      .filter((role) => mayOpen(screen, rightsFor(model, rolesWith(model, [role]))))
      .map((role) => ({ screen, role })),
  );
}

/** What one of several people who have the same role visits. */
export function meanOf(each: readonly ListVisits[]): ListVisits {
  const mean = (figure: (one: ListVisits) => number): number =>
    Math.round(each.reduce((sum, one) => sum + figure(one), 0) / Math.max(1, each.length));
  const visits = (part: 'page' | 'total'): Visits => ({
    indexes: [...new Set(each.flatMap((one) => one[part].indexes))],
    entries: mean((one) => one[part].entries),
    rows: mean((one) => one[part].rows),
  });
  const foundIs = each.some((one) => one.foundIs === 'at_least') ? 'at_least' : 'exact';
  return { found: mean(({ found }) => found), foundIs, page: visits('page'), total: visits('total') };
}
