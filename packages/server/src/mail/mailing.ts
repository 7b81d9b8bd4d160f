import { runtimeLimit, type MailPreviewAnswer } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import type { DueRound } from '../jobs/keep-due.ts';
import type { Caller, Records } from '../records/context/records.ts';
import type { MailOutcome, MailToSend } from '../records/context/mail.ts';
import { nextTry } from '../jobs/waits.ts';
import type { Database } from '../storage/database/database.ts';
import { contentOf, type ComposeParts, type MailContent } from './compose.ts';
import { isAddress, type SmtpSetting } from './smtp-setting.ts';
import { createStopLinks, type StopLinks } from './stop-links.ts';
import { AT_ONCE, openTransport, type Letter, type SendFailure, type Transport } from './transport.ts';
import { pageOfMail, textOfMail } from './written-mail.ts';

/** Sends mail, and says what it would say. */
export interface Mailing {
  readonly links: StopLinks;
  /** Sends what is due. Answers when something is due next; null: nothing waits, or nothing can be sent for a while. */
  round(round: DueRound): Promise<string | null>;
  /** Where links lead from now on: the origin by which people reach the application. */
  reachedAt(origin: string): void;
  /** What a mail says, as far as an operator may read it; null where there is none. */
  preview(caller: Caller, id: string): Promise<MailPreviewAnswer | null>;
  close(): void;
}

export interface MailingParts extends ComposeParts {
  readonly db: Database;
  readonly records: Pick<Records, 'mail'>;
  readonly clock: Clock;
  /** Null: this installation sends no mail. */
  readonly smtp: SmtpSetting | null;
}

/** After so many, which take some days, a mail is given up. */
const MOST_TRIES = 14;
/** Mail that nobody but its server can have ids like. */
const DOMAIN = /@(.+)$/;

export function createMailing(parts: MailingParts): Mailing {
  const { smtp, records } = parts;
  const links = createStopLinks(parts.db);
  const seconds = runtimeLimit(parts.application.model, 'mail_seconds');
  let transport: Transport | null = null;
  let origin = 'http://127.0.0.1';
  const send = async (mail: MailToSend): Promise<SendFailure | 'unsent' | null> => {
    if (smtp === null) return 'unsent';
    if (!isAddress(mail.to.email)) return { reason: 'address', isFinal: true, isGeneral: false };
    transport ??= openTransport(smtp, seconds);
    const stop = `${origin}/_/stop/${await links.token({ person: mail.to.id, kinds: kindsOf(mail) })}`;
    return transport.send(letterOf(mail, contentOf(parts, mail, { origin, stop }), { smtp, stop }));
  };
  return {
    links,
    reachedAt: (given) => {
      origin = given;
    },
    round: async ({ mostMs, isEnding }) => {
      const until = performance.now() + mostMs;
      let isDown = false;
      while (!isDown && !isEnding() && performance.now() < until) {
        const taken = await records.mail.take(AT_ONCE);
        const tried = taken.map(async (mail) => {
          const failure = await send(mail);
          await records.mail.settle(mail.id, outcomeOf(failure, mail.tries + 1, parts.clock()));
          return failure !== null && failure !== 'unsent' && failure.isGeneral;
        });
        isDown = (await Promise.all(tried)).includes(true);
        if (taken.length === 0) break;
      }
      return isDown ? null : records.mail.next();
    },
    preview: async (caller, id) => {
      const mail = await records.mail.preview(caller, id);
      if (mail === null) return null;
      const content = contentOf(parts, mail, { origin, stop: null });
      return { subject: content.subject, text: textOfMail(content) };
    },
    close: () => transport?.close(),
  };
}

/** The kinds that a link stops: those of the mail, or whatever comes each morning. */
function kindsOf({ way, entries }: MailToSend) {
  return way === 'daily' ? [] : [...new Set(entries.map(({ kind }) => kind))];
}

function letterOf(
  { id, to, about, date }: MailToSend,
  content: MailContent,
  { smtp, stop }: { readonly smtp: SmtpSetting; readonly stop: string },
): Letter {
  const domain = DOMAIN.exec(smtp.from)?.[1] ?? 'localhost';
  return {
    from: { name: content.app, address: smtp.from },
    to: { name: to.name, address: to.email },
    subject: content.subject,
    text: textOfMail(content),
    html: pageOfMail(content),
    language: content.language,
    messageId: `<${id}@${domain}>`,
    date: new Date(date),
    thread: about === null || about.record === '' ? null : `<${about.record}.${about.entity}@${domain}>`,
    stop,
  };
}

function outcomeOf(failure: SendFailure | 'unsent' | null, tries: number, now: string): MailOutcome {
  if (failure === null) return { state: 'sent' };
  if (failure === 'unsent') return { state: 'unsent' };
  const { reason, isFinal } = failure;
  if (isFinal) return { state: 'refused', reason };
  if (tries >= MOST_TRIES) return { state: 'given_up', reason };
  return { state: 'waiting', reason, due: nextTry(now, tries, Math.random()) };
}
