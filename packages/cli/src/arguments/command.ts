import type { Say } from '../texts/texts.ts';

/** A flag of a command. Its text is `commands.<command>.flags.<flag>`. */
export interface FlagDefinition {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** What stands for its value in the help: `N`, `DIR`. */
  readonly value?: string;
  /** The setting of the environment that says the same. */
  readonly environment?: string;
  /** It may stand several times; the values are joined by commas. */
  readonly many?: true;
  /** The words that it takes, where these are few. */
  readonly words?: readonly string[];
}

/** What stands on the command line for a command. */
export interface Call {
  /** Words that are no flags, after the name of the command. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly say: Say;
  /** `en` or `ja`. */
  readonly language: string;
  /** What starts this program where the person is: `npx ninefold`. */
  readonly command: string;
}

/** One command of `ninefold`. Its texts are `commands.<name>`. */
export interface CommandDefinition {
  readonly name: string;
  /** What may follow the name, as it is shown in the help: `[folder]`. */
  readonly takes: readonly string[];
  /** How many words may follow; more is refused. */
  readonly most: number;
  readonly flags: Readonly<Record<string, FlagDefinition>>;
  /** Answers the exit status. */
  run(call: Call): Promise<number>;
}

/** The text given for a flag, or undefined. */
export function textFlag({ flags }: Pick<Call, 'flags'>, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}
