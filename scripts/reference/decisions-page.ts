import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { table } from './markdown.ts';

/** Where the decision records stand in the repository, and the generated list of them. */
const FOLDER = 'docs/decisions';
export const DECISIONS_PAGE = `${FOLDER}/README.md`;

/** What the list says of a record. */
export interface Decision {
  readonly number: string;
  readonly title: string;
  /** `in force`, or `superseded by 0050`, with what else is worth knowing. */
  readonly status: string;
  readonly file: string;
}

const FILE = /^(\d{4})-[a-z0-9-]+\.md$/;
const FORM = /^# (\d{4}) (.+)\n\n\*\*Status:\*\* ((?:in force|superseded by \d{4}).*)\.\n\n\*\*/;

/**
 * What the head of a record says: `# 0049 Title`, then a line `**Status:** in force.`, then parts that begin with
 * their name in bold. Throws, naming the file, where it has another form.
 */
export function readDecision(file: string, text: string): Decision {
  const [, number = '', title = '', status = ''] = FORM.exec(text) ?? [];
  if (number === '' || FILE.exec(file)?.[1] !== number) {
    throw new Error(`${FOLDER}/${file} does not begin with "# NNNN Title" and "**Status:** in force."`);
  }
  return { number, title, status, file };
}

/** The page that lists the records of a repository. */
export async function decisionsPage(root: string): Promise<string> {
  const files = (await readdir(join(root, FOLDER))).filter((file) => file !== basename(DECISIONS_PAGE)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(root, FOLDER, file), 'utf8')));
  return decisionsText(files.map((file, index) => readDecision(file, texts[index] ?? '')));
}

/** The list as Markdown; a number that no record has is named below it. */
export function decisionsText(decisions: readonly Decision[]): string {
  const linked = new Map(decisions.map(({ number, file }) => [number, `[${number}](${file})`]));
  const withLinks = (text: string): string =>
    text.replaceAll(/\[(\d{4})\]\([^)]*\)/g, '$1').replaceAll(/\b\d{4}\b/g, (number) => linked.get(number) ?? number);
  const rows = decisions.map(({ number, title, status }) => [linked.get(number) ?? '', title, withLinks(status)]);
  const last = Number(decisions.at(-1)?.number ?? 0);
  const unused = Array.from({ length: last }, (_, index) => String(index + 1).padStart(4, '0')).filter(
    (number) => !linked.has(number),
  );
  return [
    '# Decisions',
    'Each record says what was decided, why, what was not chosen, and what follows. A record has at most 30 lines. When a later decision replaces or changes a record, its status says so. This list is generated from the records; run `npm run generate`.',
    table(['Number', 'Decision', 'Status'], rows),
    ...(unused.length === 0 ? [] : [`These numbers were never used: ${unused.join(', ')}.`]),
  ].join('\n\n');
}
