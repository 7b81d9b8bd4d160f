/** Where the browser remembers which application it has loaded. */
const KEPT = 'nf.application';

/** The code of the application. */
export interface Application {
  /** The address of what runs it. */
  readonly code: string;
  /** The addresses of what its first screen needs beside that. */
  readonly others: readonly string[];
}

/** Whether the browser has loaded this application before, so that its files are in its cache. */
export function keepsApplication({ code }: Application): boolean {
  return localStorage.getItem(KEPT) === code;
}

/** Runs the application, and loads what its first screen needs with it. Rejects where its code does not come. */
export async function runApplication({ code, others }: Application): Promise<void> {
  for (const href of [code, ...others]) {
    const isStyle = href.endsWith('.css');
    const link = document.createElement('link');
    Object.assign(link, { rel: isStyle ? 'stylesheet' : 'modulepreload', crossOrigin: 'anonymous', href });
    document.head.append(link);
  }
  await import(/* @vite-ignore */ code);
  localStorage.setItem(KEPT, code);
}
