import type { RunFlags } from './parse-command.ts';
import { Unusable } from './unusable.ts';

/** Where and how to run, from flags, then the environment, then what holds otherwise. */
export interface RunSettings {
  readonly port: number;
  readonly host: string;
  readonly data: string | null;
  readonly database: string | null;
  readonly demo: boolean;
  readonly errorsDsn: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of `run`. Throws `Unusable` where one cannot be used. */
export function runSettings(flags: RunFlags, env: Environment): RunSettings {
  return {
    port: portOf(flags.port, '--port') ?? portOf(filled(env['NINEFOLD_PORT']), 'NINEFOLD_PORT') ?? 4900,
    host: filled(flags.host) ?? filled(env['NINEFOLD_HOST']) ?? '127.0.0.1',
    data: filled(flags.data) ?? filled(env['NINEFOLD_DATA']) ?? null,
    database: filled(env['NINEFOLD_DATABASE']) ?? null,
    demo: flags.demo ?? switchOf(env['NINEFOLD_DEMO'], 'NINEFOLD_DEMO'),
    errorsDsn: filled(env['NINEFOLD_ERRORS_DSN']) ?? null,
  };
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function portOf(text: string | undefined, from: string): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Unusable(`${from} has to be a whole number from 0 to 65535, not "${text}".`);
  return port;
}

function switchOf(text: string | undefined, from: string): boolean {
  const word = (text ?? '').trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(word)) return false;
  throw new Unusable(`${from} has to be 1 or 0, not "${text ?? ''}".`);
}
