import type { Preloads } from '../service/built-web.ts';
import type { DrawnRows } from './first-rows.ts';

/** Where links to files stand, the rows, and what runs the application after them. No address in the page holds such a mark: its quotes and angle brackets are escaped. */
const LINKS = '<!--__PRELOADS__-->';
const ROWS = '<!--__ROWS__-->';
const CODE = '"__CODE__"';

/** The script that runs the application, and what it needs, as the build writes them. */
const APPLICATION = /<script type="module"[^>]*><\/script>/;
const PRELOAD = /<link rel="modulepreload"[^>]*>/g;

/** The page at once, with links to files that it needs beside what the build has written. */
export function wholePage(page: string, files: readonly string[]): string {
  return page.replace(LINKS, files.map(linkTo).join('')).replace(ROWS, '').replace(CODE, '""');
}

interface PageWithRows {
  readonly page: string;
  readonly files: readonly string[];
  /** Null: there are none after all. */
  readonly rows: Promise<DrawnRows | null>;
}

/**
 * A page in two parts: its head with the style sheets goes while the rows are read. The application is loaded after them by
 * `beside-rows.ts`; without rows the page loads it itself.
 */
export function pageWithRows(
  { application, everywhere }: Preloads,
  { page, files, rows }: PageWithRows,
): { readonly first: string; readonly rest: Promise<string> } {
  const code = [...everywhere, ...files].filter((file) => !isSheet(file));
  const sheets = files.filter(isSheet).map(linkTo).join('');
  const [begin = '', end = ''] = page
    .replaceAll(PRELOAD, '')
    .replace(APPLICATION, '')
    .replace(LINKS, sheets)
    .split(ROWS);
  const [script = ''] = APPLICATION.exec(page) ?? [];
  const rest = rows.then((drawn) => {
    if (drawn === null || application === null) return code.map(linkTo).join('') + script + end.replace(CODE, '""');
    const after = { code: addressOf(application), others: code.filter((file) => file !== application).map(addressOf) };
    return drawn.html + readAlready(drawn) + end.replace(CODE, () => `"${attribute(JSON.stringify(after))}"`);
  });
  return { first: begin, rest };
}

/** The rows as they are answered, for the application: text of a script that is no program. */
function readAlready({ asked, answer }: DrawnRows): string {
  const text = answer.replaceAll('<', '\\u003c');
  return `<script type="application/json" data-asked="${attribute(asked)}">${text}</script>`;
}

function isSheet(file: string): boolean {
  return file.endsWith('.css');
}

function addressOf(file: string): string {
  return `/_/web/${file}`;
}

function linkTo(file: string): string {
  const kind = isSheet(file) ? 'stylesheet' : 'modulepreload';
  return `<link rel="${kind}" crossorigin href="${addressOf(file)}">`;
}

/** A text as it stands in an attribute in double quotes. */
export function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
