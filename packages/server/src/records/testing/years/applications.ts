import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '@ninefold/spec';
import { filesOf } from '../examples.ts';

/** An application with tickets that are taken, resolved, and close by themselves a week later. */
export interface Application {
  readonly files: readonly SourceFile[];
  /** The transition that closes them. */
  readonly closes: string;
  /** By state: what a person may do, the state that it leads to, and what is sent. */
  readonly moves: Readonly<Record<string, readonly (readonly [transition: string, to: string, body: object])[]>>;
}

/** A ticket that is open for longer is late. */
export const LATE_HOURS = 50;
/** The calendar of the open tickets: Mondays and Thursdays, at a time that one night in spring leaves out and one in autumn has twice. */
export const WEEKLY = { days: [1, 4], at: '02:30', skipped: ['2026-03-30', '2026-03-31', '2026-12-24', '2026-12-25'] };
/** Sundays, on which the clocks change. */
export const SUNDAYS = { days: [7], at: '02:30', skipped: [] };

/** What is added to both: what happened is a record of its own. */
const MARKS: SourceFile = {
  path: 'marks.yaml',
  text: `entities:
  mark: { fields: { about: { type: reference, to: ticket }, kind: { type: string } } }
states:
  ticket:
    reactions:
      mark_late: { when: record.state == "open" && record.state_since + hours(${String(LATE_HOURS)}) < now, create: { mark: { about: = record, kind: late } } }
      mark_open: { every: { weekday: [mon, thu], at: "${WEEKLY.at}", skip: [${WEEKLY.skipped.join(', ')}] }, when: record.state == "open", create: { mark: { about: = record, kind: open } } }
      mark_sunday: { every: { weekday: sun, at: "${SUNDAYS.at}" }, once: true, create: { mark: { kind: sunday } } }
roles:
  marker: { mark: all, ticket: all, category: all, team: all, user: all }
`,
};

const PAGE = join(import.meta.dirname, '../../../../../../docs/language.md');

/** What the language page shows and no version runs yet, and the points that it is about. */
const LATER: readonly RegExp[] = [
  /^screens:\n(?:[ ].*\n)*/m,
  /^calls:\n(?:[ ].*\n)*/m,
  /^ +home: .*\n/m,
  /^ +comments?: true\n/m,
  /^ +files: .*\n/m,
  /^ +reactions:\n +escalated: .*\n/m,
  /, notify: \{ [^}]* \}/,
];

function pageFiles(): readonly SourceFile[] {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm)];
  let text = blocks.map(([, block = '']) => block).join('');
  for (const later of LATER) while (later.test(text)) text = text.replace(later, '');
  return [{ path: 'app.yaml', text }];
}

const TAKE = { new: [['take', 'open', {}]], open: [['resolve', 'resolved', { solution: 'Done.' }]] } as const;
const REOPEN = ['reopen', 'open', { input: { why: 'Not yet.' } }] as const;

export const APPLICATIONS: Readonly<Record<string, Application>> = {
  'the service desk': {
    files: [...(await filesOf('service-desk')).filter(({ path }) => !path.startsWith('data')), MARKS],
    closes: 'lapse',
    moves: { ...TAKE, resolved: [REOPEN, ['close', 'closed', {}]] },
  },
  'the application of the language page': {
    files: [...pageFiles(), MARKS],
    closes: 'close',
    moves: { ...TAKE, resolved: [REOPEN] },
  },
};
