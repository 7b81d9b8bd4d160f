/** A short message about something that is also shown elsewhere. */
export interface Toast {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A toast that stands in the queue; equal texts are one toast with a count. */
export interface QueuedToast extends Toast {
  readonly key: number;
  readonly count: number;
}

/** How many are seen at once; the rest waits. */
export const SHOWN_AT_ONCE = 3;

let queue: readonly QueuedToast[] = [];
let nextKey = 1;
const listeners = new Set<() => void>();

function change(next: readonly QueuedToast[]): void {
  queue = next;
  listeners.forEach((listener) => listener());
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function queuedToasts(): readonly QueuedToast[] {
  return queue;
}

/** Queues a toast. Toasts with an action are never merged, because their actions differ. */
export function showToast(toast: Toast): void {
  const same = toast.action ? undefined : queue.find((each) => each.text === toast.text && !each.action);
  if (same) {
    change(queue.map((each) => (each === same ? { ...same, key: nextKey++, count: same.count + 1 } : each)));
    return;
  }
  change([...queue, { ...toast, key: nextKey++, count: 1 }]);
}

export function closeToast(key: number): void {
  change(queue.filter((each) => each.key !== key));
}
