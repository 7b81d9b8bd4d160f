import { useEffect, useSyncExternalStore } from 'react';

/** Where a command belongs; the palette shows the nearest first. */
export type CommandScope = 'record' | 'form' | 'list' | 'everywhere';

/** A command that is available now, in the palette and by its keys. */
export interface Command {
  /** The same in every language: `record.edit`, `go.desk`. */
  readonly id: string;
  readonly scope: CommandScope;
  /** What it is called, in the reader's language. */
  readonly label: string;
  /** What tells it from others of that name: the state of a record, its main person. */
  readonly detail?: string;
  /** The heading under which the palette shows it. */
  readonly group: string;
  /** `e`, `mod+s`, `g d`, or none. Letters are what the key writes, `mod` is Ctrl or ⌘. */
  readonly keys: readonly string[];
  /** Why the command is blocked. It is listed all the same. */
  readonly blocked: string | null;
  /** The command has keys only and is not in the palette (`j`: the next row). */
  readonly hidden?: boolean;
  /** Whether its keys mean it now, by what has the focus; they always do unless given. */
  readonly applies?: () => boolean;
  readonly run: () => void;
}

type Given = Partial<Pick<Command, 'keys' | 'blocked' | 'hidden' | 'detail' | 'applies'>>;

/** A command with defaults for the members that most commands leave out. */
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

/** The commands of all parts of the page, the innermost part first. */
export function currentCommands(): readonly Command[] {
  return all;
}

/** The present commands, as a hook. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, currentCommands);
}

/** Registers these commands while the calling component is mounted. */
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
