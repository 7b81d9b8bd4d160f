/** Closes a dialog, unless what it sends is on its way: what comes of that, and what is typed meanwhile, is said in it. */
export function unlessBusy({ busy }: { readonly busy: boolean }, close: () => void): void {
  if (!busy) close();
}
