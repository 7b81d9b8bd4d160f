import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ListScreen, mayOpen, type Model, rightsFor, rolesWith } from '@ninefold/model';
import { countingLists, type ListVisits, type Visits } from './counting-lists.ts';
import { openSample, type Sample, type SampleParts } from './sample.ts';

/** A list screen and a role whose holders may open it. */
export interface ListView {
  readonly screen: ListScreen;
  readonly role: string;
}

/** What a list will cost one role. */
export interface ListCost extends ListView, ListVisits {}

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
    const each: ListVisits[] = [];
    for (const id of sample.callers(view.role)) each.push(await lists.first(await lists.caller(id), view.screen));
    costs.push({ ...view, ...meanOf(each) });
  }
  return costs;
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
