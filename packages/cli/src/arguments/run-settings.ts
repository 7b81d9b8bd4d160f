import { textFlag, type Call } from './command.ts';
import { Unusable } from './unusable.ts';

/** Where and how to run, from flags, then the environment, then what holds otherwise. */
export interface RunSettings {
  readonly port: number;
  readonly host: string;
  readonly data: string | null;
  readonly database: string | null;
  readonly demo: boolean;
  readonly errorsDsn: string | null;
  readonly trustProxy: string | null;
  readonly publicUrl: string | null;
  readonly callsInside: string | null;
  /** Holds a password: it is never printed. */
  readonly smtp: string | null;
  /** Holds a secret: it is never printed. */
  readonly files: string | null;
  /** Where they lay before. Holds a secret, too. */
  readonly filesFrom: string | null;
  /** A command that looks at each file. */
  readonly fileCheck: string | null;
  readonly fileCheckSeconds: string | null;
  /** The address of map tiles. */
  readonly tiles: string | null;
  readonly tilesCredit: string | null;
  readonly acceptLoss: readonly string[];
  /** Seconds in which a stopping server still takes calls, although `/ready` says no. */
  readonly notice: number;
  readonly dataFiles: 'keep' | 'take' | 'stop';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of `run`. Throws `Unusable` where one cannot be used. */
export function runSettings(call: Pick<Call, 'flags'>, env: Environment): RunSettings {
  return {
    port: portOf(textFlag(call, 'port'), '--port') ?? portOf(filled(env['NINEFOLD_PORT']), 'NINEFOLD_PORT') ?? 4900,
    host: filled(textFlag(call, 'host')) ?? filled(env['NINEFOLD_HOST']) ?? '127.0.0.1',
    data: filled(textFlag(call, 'data')) ?? filled(env['NINEFOLD_DATA']) ?? null,
    database: filled(textFlag(call, 'database')) ?? filled(env['NINEFOLD_DATABASE']) ?? null,
    demo:
      call.flags['demo'] === undefined ? switchOf(env['NINEFOLD_DEMO'], 'NINEFOLD_DEMO') : call.flags['demo'] === true,
    errorsDsn: filled(env['NINEFOLD_ERRORS_DSN']) ?? null,
    dataFiles: dataFilesOf(textFlag(call, 'data-files')),
    trustProxy: filled(textFlag(call, 'trust-proxy')) ?? filled(env['NINEFOLD_TRUST_PROXY']) ?? null,
    publicUrl: filled(textFlag(call, 'public-url')) ?? filled(env['NINEFOLD_PUBLIC_URL']) ?? null,
    callsInside: filled(textFlag(call, 'calls-inside')) ?? filled(env['NINEFOLD_CALLS_INSIDE']) ?? null,
    smtp: filled(env['NINEFOLD_SMTP']) ?? null,
    files: filled(env['NINEFOLD_FILES']) ?? null,
    filesFrom: filled(env['NINEFOLD_FILES_FROM']) ?? null,
    fileCheck: filled(env['NINEFOLD_FILE_CHECK']) ?? null,
    fileCheckSeconds: filled(env['NINEFOLD_FILE_CHECK_SECONDS']) ?? null,
    tiles: filled(env['NINEFOLD_TILES']) ?? null,
    tilesCredit: filled(env['NINEFOLD_TILES_CREDIT']) ?? null,
    acceptLoss: (textFlag(call, 'accept-loss') ?? '').split(/[\s,]+/).filter((name) => name !== ''),
    notice:
      secondsOf(textFlag(call, 'notice'), '--notice') ??
      secondsOf(filled(env['NINEFOLD_NOTICE']), 'NINEFOLD_NOTICE') ??
      1,
  };
}

/** Other words were refused when the flag was read. */
function dataFilesOf(text: string | undefined): RunSettings['dataFiles'] {
  return text === 'take' || text === 'stop' ? text : 'keep';
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function portOf(text: string | undefined, from: string): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Unusable('refused.port', { from, text });
  return port;
}

const MOST_SECONDS = 300;

function secondsOf(text: string | undefined, from: string): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= MOST_SECONDS)) throw new Unusable('refused.seconds', { from, text });
  return seconds;
}

function switchOf(text: string | undefined, from: string): boolean {
  const word = (text ?? '').trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(word)) return false;
  throw new Unusable('refused.switch', { from, text: text ?? '' });
}
