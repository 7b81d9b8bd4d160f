const WAITS_MS = [300, 1000, 3000, 9000];

/**
 * Loads code that a page needs later than itself, anew where it does not come: a moment without a connection must not take the page
 * with what is typed in it. Throws what the last of five tries threw, after 13 seconds.
 */
export async function lateCode<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return load();
}
