import type { SMTPPoolOptions } from 'nodemailer';
import { thrownPart } from '../thrown.ts';
import type { SmtpSetting } from './smtp-setting.ts';

/** A mail as it goes out. */
export interface Letter {
  /** Whose address it is; the name is shown. */
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
  readonly messageId: string;
  readonly date: Date;
  /** The id of the thread, which every mail of it refers to; null: it belongs to none. */
  readonly thread: string | null;
  /** The address that stops such mail; null: it has none. */
  readonly stop: string | null;
}

/** Why a mail was not taken: in codes, never in words of the server, which may hold the address. */
export interface SendFailure {
  readonly reason: string;
  /** The server will not take this mail, however often it is tried. */
  readonly isFinal: boolean;
  /** No other mail can be sent now either. */
  readonly isGeneral: boolean;
}

/** Hands mail over to a server. */
export interface Transport {
  /** Null where the server has taken it. */
  send(letter: Letter): Promise<SendFailure | null>;
  close(): void;
}

/** As many mails are handed over side by side. */
export const AT_ONCE = 4;
const MOST_BYTES = 998;

/** A transport to this server, which has so long for each mail. */
export function openTransport(setting: SmtpSetting, seconds: number): Transport {
  const ms = seconds * 1000;
  const { host, port, encryption, isHere, user, password } = setting;
  const options = {
    ...{ pool: true as const, maxConnections: AT_ONCE, host, port },
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ...(isHere ? { tls: { rejectUnauthorized: false } } : {}),
    ...(user === null ? {} : { auth: { user, pass: password } }),
    ...{ connectionTimeout: Math.min(ms, 10_000), greetingTimeout: ms, socketTimeout: ms },
    ...{ disableFileAccess: true, disableUrlAccess: true, logger: false },
  };
  let opened: ReturnType<typeof openPool> | null = null;
  return {
    send: async (letter) => {
      try {
        opened ??= openPool(options);
        await within(ms, (await opened).sendMail(messageOf(letter)));
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => void opened?.then((pool) => pool.close()),
  };
}

/** The library is loaded with the first mail: most starts send none. */
async function openPool(options: SMTPPoolOptions & { readonly pool: true }) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

/** One line: what could end a header is a space. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > MOST_BYTES / 2 ? `${line.slice(0, MOST_BYTES / 2 - 1)}…` : line;
}

function messageOf(letter: Letter) {
  const { from, to, subject, text, html, language, messageId, date, thread, stop } = letter;
  return {
    from: { ...from, name: oneLine(from.name) },
    to: { ...to, name: oneLine(to.name) },
    subject: oneLine(subject),
    ...{ text, html, messageId, date },
    ...(thread === null ? {} : { references: thread, inReplyTo: thread }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(stop === null
        ? {}
        : { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

class TookTooLong extends Error {}

/** The same, but for so long. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | null = null;
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong()), ms);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

/** What the errors of the library stand for. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNECTION: 'connection',
  ECONNREFUSED: 'connection',
  EDNS: 'connection',
  ESOCKET: 'connection',
  ETIMEDOUT: 'time',
  EAUTH: 'sign_in',
  ENOAUTH: 'sign_in',
  EOAUTH2: 'sign_in',
  ETLS: 'encryption',
};
/** Where no encrypted connection came about the library says `ESOCKET`, too, and what it was in words of OpenSSL. */
const UNTRUSTED = /certificate/i;
const NOT_ENCRYPTED = /SSL routines|tls_|wrong version number/i;
/** What concerns one mail alone. */
const OF_ONE: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);

function failureOf(error: unknown): SendFailure {
  if (error instanceof TookTooLong) return { reason: 'time', isFinal: false, isGeneral: false };
  const code = String(thrownPart(error, 'code') ?? '');
  const status = Number(thrownPart(error, 'responseCode') ?? 0);
  const isOfOne = OF_ONE.has(code);
  const answered = /[245]\.\d{1,3}\.\d{1,3}/.exec(String(thrownPart(error, 'response') ?? ''))?.[0];
  const reason = status > 0 ? [status, answered].filter((part) => part !== undefined).join(' ') : undefined;
  return {
    reason: isOfOne ? (reason ?? 'address') : (ofEncryption(error) ?? REASONS[code] ?? reason ?? 'other'),
    // without a status the library itself has refused the addresses
    isFinal: isOfOne && (status >= 500 || status === 0),
    isGeneral: !isOfOne,
  };
}

function ofEncryption(error: unknown): 'certificate' | 'encryption' | null {
  if (thrownPart(error, 'code') !== 'ESOCKET') return null;
  const message = String(thrownPart(error, 'message') ?? '');
  if (UNTRUSTED.test(message)) return 'certificate';
  return NOT_ENCRYPTED.test(message) ? 'encryption' : null;
}
