/** What the page started by itself before the application had arrived, by address; see `index.html`. */
interface Started {
  /** The place in the feed of changes from before these calls; empty where it is not known. */
  readonly place: string;
  readonly started: Map<string, Promise<Response>>;
}

/** An answer that nobody asked for within this time is out of date. */
const KEPT_MS = 10_000;

function startedByPage(): Started | null {
  return (globalThis as { ninefold?: Started }).ninefold ?? null; // the script of the page has written it
}

/** What became of a read that the page has started; each is given once. Null: it has not started it. */
export function startedCall(url: string): Promise<Response> | null {
  const started = startedByPage()?.started;
  if (started === undefined) return null;
  const { pathname, search } = new URL(url, location.origin);
  const address = `${pathname}${search}`;
  const answer = started.get(address);
  started.delete(address);
  return answer ?? null;
}

/** The answer of such a read. Null: the page has not started it, or it did not succeed. */
export async function startedAnswer(url: string): Promise<Response | null> {
  const answer = (await startedCall(url)?.catch(() => null)) ?? null;
  return answer?.ok === true ? answer : null;
}

/** Whether the page has asked for data, and since when: changes after this place of the feed may not be in it. */
export function placeOfStarted(): { readonly place: string | null } | null {
  const page = startedByPage();
  return page === null ? null : { place: page.place === '' ? null : page.place };
}

/** Drops what nobody asked for: a write may change each of these answers. */
export function dropStarted(): void {
  startedByPage()?.started.clear();
}

/** Drops it after a while. */
export function dropStartedLater(): void {
  setTimeout(dropStarted, KEPT_MS);
}
