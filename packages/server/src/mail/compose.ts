import { screenPath, showInstant, showNumber, type NotificationKind } from '@ninefold/model';
import type { NotificationTexts } from '../locales/notification-texts.ts';
import type { TitleTexts } from '../locales/title-texts.ts';
import type { ServedApplication } from '../specification/served.ts';
import type { MailEntry, MailToSend } from '../records/context/mail.ts';
import { mailWords, type MailText, type MailWords } from './mail-texts.ts';

/** A link of a mail. */
export interface MailLink {
  readonly text: string;
  readonly address: string;
}

/** One thing that happened: what is said of it, and when it was. */
export interface MailLine {
  readonly text: string;
  readonly when: string;
}

/** What a mail says of one record. */
export interface MailPart {
  readonly title: string;
  readonly lines: readonly MailLine[];
  readonly link: MailLink;
}

/** Everything that a mail says, in the words of its reader, before it becomes a text and a page. */
export interface MailContent {
  readonly language: string;
  readonly app: string;
  readonly subject: string;
  readonly hello: string;
  /** What stands before the parts; null: nothing. */
  readonly lead: string | null;
  readonly parts: readonly MailPart[];
  readonly why: string;
  readonly stop: MailLink | null;
  readonly choose: MailLink;
  /** What stands between a text and its address. */
  readonly colon: string;
}

/** What a mail is written from. */
export interface ComposeParts {
  readonly application: ServedApplication;
  readonly notificationTexts: NotificationTexts;
  readonly titleTexts: TitleTexts;
}

/** Where the links of a mail lead: the origin of the application, and the address that stops it, where there is one. */
export interface MailPlaces {
  readonly origin: string;
  readonly stop: string | null;
}

interface Writing extends ComposeParts {
  readonly words: MailWords;
  readonly mail: MailToSend;
  readonly origin: string;
}

/** What a mail says. */
export function contentOf(parts: ComposeParts, mail: MailToSend, { origin, stop }: MailPlaces): MailContent {
  const words = mailWords(parts.application, mail.to.language);
  const { language, app, say } = words;
  const writing: Writing = { ...parts, words, mail, origin };
  const isMorning = mail.way === 'daily';
  const found = partsOf(writing);
  const kinds = [...new Set(mail.entries.map(({ kind }) => kind))];
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(kinds.map(words.kind));
  return {
    ...{ language, app, parts: found, colon: say('colon') },
    subject: isMorning ? say('morning', { app }) : say('subject', { app, title: found[0]?.title ?? app }),
    hello: say('hello', { name: mail.to.name }),
    lead: isMorning ? say('morning_lead') : null,
    why: isMorning ? say('why_morning', { app }) : say('why', { app, kinds: list }),
    stop: stop === null ? null : { text: say(isMorning ? 'stop_morning' : 'stop'), address: stop },
    choose: { text: say('choose'), address: `${origin}/_/inbox/choices` },
  };
}

function partsOf(writing: Writing): readonly MailPart[] {
  const { words, mail, application, titleTexts } = writing;
  const byRecord = Map.groupBy(mail.entries, ({ entity, value }) => `${entity} ${value?.id ?? ''}`);
  return [...byRecord.values()].map((entries): MailPart => {
    const [first] = entries;
    const { entity = '', value = null, kind } = first ?? {};
    const named = kind === 'stuck' ? words.say('no_record') : words.label(['entities', entity]);
    const title = value?.title === undefined ? named : titleTexts.inText(value.title, words.language);
    return {
      title,
      lines: entries.map((entry) => ({
        text: saidOf(writing, entry),
        when: whenOf(entry, words, mail.zone ?? application.model.timeZone),
      })),
      link: linkOf(writing, entries),
    };
  });
}

function whenOf({ at }: MailEntry, { language, say }: MailWords, zone: string): string {
  return say('when', { moment: showInstant(at, language, zone), zone });
}

function saidOf({ words, mail, notificationTexts }: Writing, entry: MailEntry): string {
  const { language, say } = words;
  const { kind, what, entity, value, times } = entry;
  const own =
    kind === 'told' ? notificationTexts.of(what, { entity, record: value }, { language, zone: mail.zone }) : null;
  const text = own ?? plainly(words, entry);
  return times > 1 ? say('times', { text, number: showNumber(times, language) }) : text;
}

/** What the runtime says where the specification says nothing, or what this reader may not read. */
function plainly({ say, label }: MailWords, { kind, what, transition, entity, byName }: MailEntry): string {
  const name = byName?.title;
  const step = label(['states', entity, 'transitions', transition ?? what]);
  const by = (id: MailText, named: MailText): string =>
    name === undefined ? say(id, { step }) : say(named, { name, step });
  const changed = () => (transition === null ? by('change', 'change_by') : by('fired', 'fired_by'));
  const said: Readonly<Record<NotificationKind, () => string>> = {
    told: () => by('told', 'told_by'),
    mention: () => by('mention', 'mention_by'),
    comment: () => by('comment', 'comment_by'),
    approval: () => say('approval', { step }),
    escalation: () => say('escalation', { step }),
    followed: () => (what === 'comment' ? by('comment', 'comment_by') : changed()),
    stuck: () => say('stuck'),
  };
  return said[kind]();
}

const DECIDING: ReadonlySet<NotificationKind> = new Set(['approval', 'escalation']);

/** Where a record is read, and decided on. Whoever is not signed in comes there after the sign-in. */
function linkOf({ words, mail, origin, application: { model } }: Writing, entries: readonly MailEntry[]): MailLink {
  const { say, app } = words;
  const [first] = entries;
  const record = first?.value ?? null;
  if (first === undefined || record === null)
    return {
      text: say(first?.kind === 'stuck' ? 'operate' : 'inbox'),
      address: `${origin}/_/${first?.kind === 'stuck' ? 'operate' : 'inbox'}`,
    };
  const isOpen = (roles: readonly string[] | null): boolean =>
    roles === null || roles.some((role) => mail.to.roles.includes(role));
  const screens = model.screens.filter(({ roles }) => isOpen(roles));
  const path = screenPath({ ...model, screens }, first.entity, 'record', record.id);
  if (path === null) return { text: say('inbox'), address: `${origin}/_/inbox` };
  const isDeciding = entries.some(({ kind }) => DECIDING.has(kind));
  return { text: isDeciding ? say('decide') : say('open', { app }), address: `${origin}${path}` };
}
