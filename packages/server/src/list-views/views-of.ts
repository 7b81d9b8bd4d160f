import type { Arrangement, ListLook, ListViewsAnswer, Model } from '@ninefold/model';
import type { Caller } from '../records/context/records.ts';
import { arrangeable, arrangementIn } from './arrangements.ts';
import { lookIn, shownView } from './shown-view.ts';
import type { ViewStore } from './view-store.ts';

/** The views of a reader, and how they want to see lists and views. */
export async function viewsOf(
  { model, listViews }: { readonly model: Model; readonly listViews: ViewStore },
  { me, rights }: Caller,
): Promise<ListViewsAnswer> {
  const [kept, seen] = await Promise.all([listViews.of(me.id), listViews.looks(me.id)]);
  const looks: Record<string, ListLook> = {};
  const arrangements: Record<string, Arrangement> = {};
  for (const [of, text] of seen) {
    const arrangement = arrangementIn(text);
    if (arrangement === null) looks[of] = lookIn(text);
    else if (arrangeable(model, rights, of) !== null) arrangements[of] = arrangement;
  }
  return { views: kept.flatMap((one) => shownView(model, rights, one) ?? []), looks, arrangements };
}
