import { folded } from '@ninefold/model';
import type { Command } from '../../kit/keyboard/commands.ts';

/** The commands whose names have every typed word, those that begin with it first. With nothing typed: the recent ones first. */
export function matching(commands: readonly Command[], typed: string, recent: readonly string[]): readonly Command[] {
  const offered = commands.filter(({ hidden }) => hidden !== true);
  const words = typed
    .split(/\s+/)
    .map(folded)
    .filter((word) => word !== '');
  if (words.length === 0)
    return sorted(offered, ({ id }) => (recent.includes(id) ? recent.indexOf(id) : recent.length));
  const found = offered.filter(({ label, group }) => {
    const text = folded(`${label} ${group}`);
    return words.every((word) => text.includes(word));
  });
  return sorted(found, ({ label }) => (folded(label).startsWith(words[0] ?? '') ? 0 : 1));
}

function sorted(commands: readonly Command[], rank: (command: Command) => number): readonly Command[] {
  return commands.toSorted((a, b) => rank(a) - rank(b));
}
