import { StartFailure } from '../start-failure.ts';

/** How mail is handed over. */
export interface SmtpSetting {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte on, or after `STARTTLS`: always, or where the server offers it. */
  readonly encryption: 'tls' | 'starttls' | 'offered';
  /** It runs on this machine, whose own certificate nobody has signed: no other one is asked for. */
  readonly isHere: boolean;
  readonly user: string | null;
  readonly password: string;
  /** The address that mail comes from. */
  readonly from: string;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
/** One address, without a name and without anything that a header or an envelope could take for something else. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u;

export function isAddress(text: string): boolean {
  return ADDRESS.test(text) && text.length <= 254;
}

/**
 * Reads `NINEFOLD_SMTP`: `smtps://user:password@mail.example.com?from=desk@example.com`, or `smtp://…` for a server that encrypts after
 * `STARTTLS`. `&encryption=offered` also takes one that does not; on this machine that needs no word. Throws a `StartFailure` that does
 * not repeat it, since it holds a password.
 */
export function readSmtp(text: string): SmtpSetting {
  const url = URL.canParse(text) ? new URL(text) : null;
  const port = url === null ? undefined : PORTS[url.protocol];
  if (url === null || port === undefined || url.hostname === '') throw new StartFailure('smtp_form');
  const from = url.searchParams.get('from')?.trim() ?? '';
  if (!isAddress(from)) throw new StartFailure('smtp_from');
  const known = new Set(['from', 'encryption']);
  const asked = url.searchParams.get('encryption');
  if ([...url.searchParams.keys()].some((name) => !known.has(name)) || (asked !== null && asked !== 'offered'))
    throw new StartFailure('smtp_form');
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    encryption: url.protocol === 'smtps:' ? 'tls' : asked === 'offered' || isHere ? 'offered' : 'starttls',
    isHere,
    user: url.username === '' ? null : decoded(url.username),
    password: decoded(url.password),
    from,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StartFailure('smtp_form');
  }
}
