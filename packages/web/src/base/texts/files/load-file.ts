import { startedCall } from '../../store/started-calls.ts';
import { isMissing, parseFile, type TextTree } from './text-files.ts';

/** How often a language file is asked for again, and after how many ms the first time; then after twice as long each time. */
export interface Retries {
  readonly retries: number;
  readonly retryMs: number;
}

/** Loads a language file. Every failure but a missing file (404) is retried. Rejects with what the last try failed by. */
export async function loadFile(url: string, { retries, retryMs }: Retries): Promise<TextTree> {
  let wait = retryMs;
  for (let left = retries; ; left -= 1) {
    try {
      return await loadOnce(url);
    } catch (error) {
      if (left <= 0 || isMissing(error)) throw error;
    }
    const ms = wait;
    await new Promise((resolve) => setTimeout(resolve, ms));
    wait *= 2;
  }
}

/** The call that the page has started is the first attempt, also where it fails. */
async function loadOnce(url: string): Promise<TextTree> {
  const response = await (startedCall(url) ?? fetch(url, { cache: 'no-cache' }));
  if (!response.ok) throw new Error(`failed loading ${url}; status code: ${response.status}`);
  return parseFile(await response.text());
}
