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

function keepApplication({ code }: Application): void {
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // There is no room. The next visit draws the rows first, too.
  }
}

/** Runs the application, and loads what its first screen needs with it. Rejects where its code does not come. */
export async function runApplication(application: Application): Promise<void> {
  for (const href of [application.code, ...application.others]) {
    const isStyle = href.endsWith('.css');
    const link = document.createElement('link');
    Object.assign(link, { rel: isStyle ? 'stylesheet' : 'modulepreload', crossOrigin: 'anonymous', href });
    document.head.append(link);
  }
  await import(/* @vite-ignore */ application.code);
  keepApplication(application);
}
