import type { Call, CommandDefinition, FlagDefinition } from '../arguments/command.ts';
import { COMMON_FLAGS } from '../arguments/parse-command.ts';
import { Unusable } from '../arguments/unusable.ts';
import { nearest } from '../arguments/nearest.ts';
import { displayWidth } from '../printing/display-width.ts';
import { SETTINGS } from './settings.ts';

/** `ninefold help`, made from the table of commands. */
export function helpCommand(commands: () => readonly CommandDefinition[]): CommandDefinition {
  return {
    name: 'help',
    takes: ['[command]'],
    most: 1,
    flags: {},
    async run(call) {
      const [name] = call.words;
      process.stdout.write(name === undefined ? overview(commands(), call) : ofOne(commands(), name, call));
      return 0;
    },
  };
}

function overview(commands: readonly CommandDefinition[], { say, command: started }: Call): string {
  const lines = commands.map(
    (command) => [`  ${usage(command, started)}`, say(`commands.${command.name}.does`)] as const,
  );
  const settings = SETTINGS.map((name) => [`  ${name}`, say(`settings.${name}`)] as const);
  return [
    `ninefold – ${say('help.title')}`,
    '',
    ...columns(lines),
    '',
    say('help.flags'),
    ...columns(flagLines(COMMON_FLAGS, 'common', say)),
    '',
    say('help.settings'),
    ...columns(settings),
    '',
    say('help.more'),
    '',
  ].join('\n');
}

function ofOne(commands: readonly CommandDefinition[], name: string, { say, command: started }: Call): string {
  const command = commands.find((one) => one.name === name);
  if (!command) {
    const near =
      nearest(
        name,
        commands.map((one) => one.name),
      ) ?? '';
    throw new Unusable(near === '' ? 'refused.unknown_command' : 'refused.unknown_command_nearest', {
      name,
      nearest: near,
    });
  }
  const flags = flagLines(command.flags, name, say);
  return [
    usage(command, started),
    '',
    `  ${say(`commands.${name}.does`)}`,
    ...(flags.length > 0 ? ['', ...columns(flags)] : []),
    '',
  ].join('\n');
}

function usage({ name, takes }: CommandDefinition, started: string): string {
  return [started, name, ...takes].join(' ');
}

type Line = readonly [left: string, right: string];

function flagLines(
  flags: Readonly<Record<string, FlagDefinition>>,
  command: string,
  say: Call['say'],
): readonly Line[] {
  return Object.entries(flags).map(([flag, { short, value, environment, words }]) => {
    const written = `--${flag}${value ? ` ${value}` : ''}${short ? `, -${short}` : ''}`;
    const notes = [words?.join(say('counts.between')), environment].filter((note) => note !== undefined);
    const text = say(`commands.${command}.flags.${flag}`);
    return [`      ${written}`, notes.length > 0 ? `${text} (${notes.join('; ')})` : text];
  });
}

function columns(lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(([left]) => displayWidth(left)));
  return lines.map(([left, right]) => `${left}${' '.repeat(width - displayWidth(left) + 2)}${right}`);
}
