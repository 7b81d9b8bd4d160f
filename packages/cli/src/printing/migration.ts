import { secondsFor, type Change } from '@ninefold/server';
import type { Say } from '../texts/texts.ts';

/** `planned`: nothing is done. `stopped`: nothing was done since something waits for consent. `done`: it was. */
export type Told = 'planned' | 'stopped' | 'done';

/** Below this nobody notices. */
const TOLD_SECONDS = 2;

const MARKS: Readonly<Record<Change['verdict'], string>> = { safe: '+', open: '!', accepted: '-', dropped: '-' };

/** What goes without a loss is no addition. */
function markOf({ verdict, kind }: Change): string {
  return verdict === 'safe' && kind.endsWith('_gone') ? '-' : MARKS[verdict];
}

/** What is said of a `was` that could not be followed. */
const VAIN_WAS: Readonly<Partial<Record<Change['kind'], string>>> = {
  ...{ field_added: 'was_nothing', entity_added: 'was_nothing' },
  ...{ field_gone: 'was_in_vain', entity_gone: 'was_in_vain' },
};

/** What waits for consent. */
export function openLosses(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ verdict }) => verdict === 'open');
}

/** A plan, or what was done, line by line; what waits for consent stands last, with what gives it. */
export function planText(changes: readonly Change[], told: Told, say: Say): string {
  const open = openLosses(changes);
  const others = changes.filter((change) => !open.includes(change));
  const lines = [...others, ...open].flatMap((change) => [
    `${markOf(change)} ${sentence(change, say)}`,
    ...details(change, say).map((line) => `    ${line}`),
  ]);
  const head = changes.length === 0 ? say('migration.nothing') : say(`migration.${told}`);
  const names = [...new Set(open.map(({ name }) => name))].map((name) => ` --accept-loss ${name}`).join('');
  const consent = open.length === 0 ? [] : [say('migration.consent', { flags: names.trim() })];
  const foot = [...consent, ...(told === 'done' ? [] : timeLines(changes, 'takes', say))];
  return `${[head, ...lines, ...foot].join('\n')}\n`;
}

/** How long a migration that begins now is going to take; empty where nobody would notice. */
export function beginText(changes: readonly Change[], say: Say): string {
  return timeLines(changes, 'begins', say)
    .map((line) => `${line}\n`)
    .join('');
}

function timeLines(changes: readonly Change[], told: 'takes' | 'begins', say: Say): readonly string[] {
  const seconds = secondsFor(changes);
  return seconds >= TOLD_SECONDS ? [say(`migration.${told}`, { seconds })] : [];
}

function sentence({ kind, name, was, rows, verdict }: Change, say: Say): string {
  const told = kind === 'type_changed' && verdict !== 'safe' ? 'type_loses' : kind;
  const vain = was === null ? undefined : VAIN_WAS[kind];
  const why = vain === undefined ? '' : say(`migration.${vain}`, { was: was ?? '' });
  return say(`migration.kinds.${told}`, { name, was: was ?? '', rows }) + why;
}

function details({ verdict, table, column, rows, examples }: Change, say: Say): readonly string[] {
  if (verdict === 'safe') return [];
  const place = column === null ? `"${table}"` : `"${table}"."${column}"`;
  const values =
    examples.length === 0 ? '' : say('migration.examples', { values: examples.join(say('migration.between')) });
  const kept = verdict === 'open' ? [] : [say(`migration.${verdict}`)];
  return [say('migration.rows', { count: rows, place }) + values, ...kept];
}
