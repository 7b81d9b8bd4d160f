import { indexAnswer, type AskedShape, type IndexEntry, type UseIndex } from '@ninefold/server';
import type { Say } from '../texts/texts.ts';
import type { Reader } from './issues.ts';

/** The indexes of a database, for people: by table, with the reason of each, and what those that follow use save and cost. */
export function indexLines(
  entries: readonly IndexEntry[],
  engine: 'sqlite' | 'postgres',
  { say, language }: Pick<Reader, 'say' | 'language'>,
): string {
  const number = (value: number, digits = 0): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const size = ({ bytes }: IndexEntry): string => (bytes === null ? '–' : `${number(Math.ceil(bytes / 1000))} kB`);
  const nameWidth = Math.max(0, ...entries.map(({ name }) => name.length));
  const sizeWidth = Math.max(0, ...entries.map((entry) => size(entry).length));
  const lineOf = (entry: IndexEntry): string =>
    `  ${entry.name.padEnd(nameWidth)}  ${size(entry).padStart(sizeWidth)}  ${reasonOf(entry, say)}`;
  const lines = [...Map.groupBy(entries, ({ table }) => table)].flatMap(([table, ofTable]) => [
    table,
    ...ofTable.flatMap((entry) => [
      lineOf(entry),
      ...(entry.origin === 'use' ? useLines(entry, { say, number }).map((line) => `      ${line}`) : []),
    ]),
  ]);
  const following = entries.filter(({ origin }) => origin === 'use');
  const hint = say(following.length === 0 ? 'indexes.none_of_use' : `indexes.hint_${engine}`);
  return `${[...lines, hint].join('\n')}\n`;
}

/** The same for programs. */
export function indexesJson(entries: readonly IndexEntry[], engine: 'sqlite' | 'postgres'): string {
  const indexes = entries.map(indexAnswer);
  return `${JSON.stringify({ version: 1, database: engine, indexes }, null, 2)}\n`;
}

function reasonOf(entry: IndexEntry, say: Say): string {
  if (entry.origin === 'model') return say(`indexes.reason.${entry.reason}`);
  const state = say(`indexes.state.${entry.state}`);
  return entry.pinned ? say('indexes.pinned', { state }) : state;
}

type Number = (value: number, digits?: number) => string;

function useLines(
  { shapes, saving, insertShare, makingMs, madeAt, state }: UseIndex,
  { say, number }: { readonly say: Say; readonly number: Number },
): readonly string[] {
  const saved =
    saving === null
      ? []
      : [
          say(saving.nowMs === null ? 'indexes.asked' : 'indexes.saved', {
            calls: number(saving.calls),
            before: number(saving.beforeMs, 1),
            now: number(saving.nowMs ?? 0, 1),
          }),
        ];
  const cost = say('indexes.cost', { share: number(insertShare * 100, 1) });
  const made = state === 'made' ? [] : [say('indexes.making', { ms: number(makingMs) })];
  const since = madeAt === null ? [] : [say('indexes.since', { at: madeAt })];
  return [
    ...shapes.map((shape) => shapeText(shape, say)),
    [...saved, cost, ...made, ...since].join(say('indexes.between')),
  ];
}

/** `lists filtered by channel eq, sorted by -due`. */
function shapeText({ filters, sort, group, measured, restricted }: AskedShape, say: Say): string {
  const named = (key: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [say(`indexes.shape.${key}`, { names })];
  const parts = [
    ...named(
      'filtered',
      filters.map(({ field, op }) => `${field} ${op}`),
    ),
    ...named('sorted', sort),
    ...named('grouped', group),
    ...named('measured', measured),
    ...(restricted ? [say('indexes.shape.restricted')] : []),
  ];
  return say('indexes.shape.list', { parts: parts.join(say('indexes.between')) });
}
