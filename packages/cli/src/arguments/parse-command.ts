import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import { Unusable } from './unusable.ts';

/** Flags as they were written; what was not written is undefined. */
export interface RunFlags {
  readonly port?: string | undefined;
  readonly host?: string | undefined;
  readonly data?: string | undefined;
  readonly demo?: boolean | undefined;
}

/** What the command line asks for. */
export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'version' }
  | { readonly name: 'check'; readonly folder: string; readonly complete: boolean }
  | { readonly name: 'run'; readonly folder: string; readonly flags: RunFlags };

const OPTIONS = {
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  data: { type: 'string' },
  demo: { type: 'boolean' },
  complete: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const FLAGS: Readonly<Record<'run' | 'check', readonly string[]>> = {
  run: ['port', 'host', 'data', 'demo'],
  check: ['complete'],
};

/**
 * Reads the command line. Throws `Unusable` for what it does not know.
 * `run` takes the last folder and the last word on `--demo`, so that what follows `npm start --` replaces what stands in the script.
 */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  const [name, ...folders] = positionals;
  const folder = folders.at(-1) ?? '.';
  if (values.version) return { name: 'version' };
  if (values.help || name === undefined || name === 'help') return { name: 'help' };
  if (name !== 'run' && name !== 'check') throw new Unusable(unknown('command', name, ['run', 'check', 'help']));
  if (folders.length > (name === 'run' ? 2 : 1))
    throw new Unusable(`${name} takes one folder; "${folders.slice(1).join(' ')}" is too much.`);
  const foreign = Object.keys(values).find((flag) => !FLAGS[name].includes(flag));
  if (foreign !== undefined) throw new Unusable(`${name} has no flag --${foreign}; see ninefold help.`);
  if (name === 'check') return { name, folder, complete: values.complete ?? false };
  const { port, host, data, demo } = values;
  return { name, folder, flags: { port, host, data, demo } };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, allowNegative: true, strict: true });
  } catch (error) {
    throw new Unusable(sentenceOf(error, args));
  }
}

function sentenceOf(error: unknown, args: readonly string[]): string {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  const flag = /(?:'|, )(--[^' ,]+)/.exec(message)?.[1] ?? /'(-[^' ,])/.exec(message)?.[1] ?? args[0] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return unknown(
      'flag',
      flag,
      Object.keys(OPTIONS).map((name) => `--${name}`),
    );
  }
  if (message.includes('does not take an argument')) return `${flag} takes no value.`;
  return `${flag} needs a value.`;
}

function unknown(kind: string, written: string, known: readonly string[]): string {
  const near = nearest(written, known);
  return `There is no ${kind} ${written}; ${near === null ? 'see ninefold help' : `did you mean ${near}?`}${near === null ? '.' : ''}`;
}
