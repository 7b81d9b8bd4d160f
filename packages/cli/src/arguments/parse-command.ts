import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { LANGUAGES } from '../texts/texts.ts';
import type { Call, CommandDefinition, FlagDefinition } from './command.ts';
import { nearest } from './nearest.ts';
import { Unusable } from './unusable.ts';

/** Flags that every command takes. */
export const COMMON_FLAGS: Readonly<Record<string, FlagDefinition>> = {
  language: { type: 'string', value: 'LANGUAGE', words: LANGUAGES },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
};

/** A command with what stands behind it. */
export interface Parsed extends Pick<Call, 'words' | 'flags'> {
  readonly command: CommandDefinition;
}

/**
 * Reads the command line by the table of commands. Throws `Unusable` for what it does not know.
 * Of a flag that stands twice the last one holds, so that what follows `npm start --` replaces what stands in the script.
 */
export function parseCommand(args: readonly string[], commands: readonly CommandDefinition[]): Parsed {
  const { values, positionals } = parsed(args, commands);
  const [name, ...words] = positionals;
  const wanted = values['version'] ? 'version' : values['help'] || name === undefined ? 'help' : name;
  const command = commands.find((one) => one.name === wanted);
  if (!command)
    throw unknown(
      'command',
      wanted,
      commands.map((one) => one.name),
    );
  if (wanted !== name) return { command, words: name === undefined ? [] : [name], flags: values };
  if (words.length > command.most)
    throw new Unusable('refused.too_much', { command: name, words: words.slice(Math.min(1, command.most)).join(' ') });
  checkFlags(command, values);
  return { command, words, flags: values };
}

type Flags = Record<string, string | boolean | undefined>;

function checkFlags(command: CommandDefinition, values: Flags): void {
  for (const [flag, value] of Object.entries(values)) {
    const definition = { ...COMMON_FLAGS, ...command.flags }[flag];
    if (!definition) throw new Unusable('refused.no_such_flag', { command: command.name, flag: `--${flag}` });
    if (definition.words && typeof value === 'string' && !definition.words.includes(value))
      throw new Unusable('refused.word', { flag: `--${flag}`, words: definition.words, found: value });
  }
}

function optionsOf(commands: readonly CommandDefinition[]): Readonly<Record<string, FlagDefinition>> {
  const lists = [COMMON_FLAGS, ...commands.map(({ flags }) => flags ?? {})];
  return Object.fromEntries(lists.flatMap((flags) => Object.entries<FlagDefinition>(flags)));
}

function parsed(
  args: readonly string[],
  commands: readonly CommandDefinition[],
): { readonly values: Flags; readonly positionals: readonly string[] } {
  const flags = optionsOf(commands);
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(flags).map(([name, { type, short, many }]) => [
      name,
      { type, ...(short ? { short } : {}), ...(many ? { multiple: true } : {}) },
    ]),
  );
  try {
    const found = parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true, strict: true });
    const values = Object.entries(found.values).map(([name, value]): readonly [string, Flags[string]] => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ]);
    return { values: Object.fromEntries(values), positionals: found.positionals };
  } catch (error) {
    throw refusalOf(error, args, flags);
  }
}

function refusalOf(error: unknown, args: readonly string[], known: Readonly<Record<string, FlagDefinition>>): Unusable {
  const message = error instanceof Error ? error.message : String(error);
  const flag = /(?:'|, )(--[^' ,]+)/.exec(message)?.[1] ?? /'(-[^' ,])/.exec(message)?.[1] ?? args[0] ?? '';
  if (error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return unknown(
      'flag',
      flag,
      Object.keys(known).map((name) => `--${name}`),
    );
  if (message.includes('does not take an argument')) return new Unusable('refused.no_value', { flag });
  const { words } = known[flag.replace(/^--/, '')] ?? {};
  return words ? new Unusable('refused.needs_word', { flag, words }) : new Unusable('refused.needs_value', { flag });
}

function unknown(kind: 'command' | 'flag', written: string, known: readonly string[]): Unusable {
  const near = nearest(written, known);
  return near === null
    ? new Unusable(`refused.unknown_${kind}`, { name: written })
    : new Unusable(`refused.unknown_${kind}_nearest`, { name: written, nearest: near });
}
