import { useEffect, useSyncExternalStore } from 'react';

/** Where a command belongs; the palette shows the nearest first. */
export type CommandScope = 'record' | 'form' | 'list' | 'everywhere';

/** Something that can be done now: offered in the palette, done by its keys. */
export interface Command {
  /** The same in every language: `record.edit`, `go.desk`. */
  readonly id: string;
  readonly scope: CommandScope;
  /** What it is called, in the reader's language. */
  readonly label: string;
  /** The heading under which the palette shows it. */
  readonly group: string;
  /** `e`, `mod+s`, `g d`, or none. Letters are what the key writes, `mod` is Ctrl or ⌘. */
  readonly keys: readonly string[];
  /** Why it cannot be done now; it is offered all the same. */
  readonly blocked: string | null;
  /** Only its keys are known; the palette does not offer it (`j`: the next row). */
  readonly hidden?: boolean;
  readonly run: () => void;
}

type Given = Partial<Pick<Command, 'keys' | 'blocked' | 'hidden'>>;

/** A command with what most of them leave out. */
export function command(known: Omit<Command, keyof Given> & Given): Command {
  return { keys: [], blocked: null, ...known };
}

const owners = new Map<symbol, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function changed(): void {
  all = [...owners.values()].toReversed().flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every command of what is on the page, the nearest parts first. */
export function currentCommands(): readonly Command[] {
  return all;
}

/** The commands of the moment; the part that calls is drawn again when they change. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, currentCommands);
}

/** Offers these commands as long as the calling part is on the page. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    const owner = Symbol('owner');
    owners.set(owner, commands);
    changed();
    return () => {
      owners.delete(owner);
      changed();
    };
  }, [commands]);
}
