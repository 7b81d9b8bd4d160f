import type { ServedApplication } from '../specification/served.ts';
import en from '../../locales/en/mail.json' with { type: 'json' };
import ja from '../../locales/ja/mail.json' with { type: 'json' };
import { nameIn } from '../locales/application-name.ts';
import { readerIn } from '../locales/labels.ts';
import { fill } from '../locales/texts.ts';

/** The ids of texts of mail, without those of kinds. */
export type MailText = Exclude<keyof typeof en, 'kinds'>;

const TEXTS: Readonly<Record<string, typeof en>> = { en, ja };

/** Texts of mail for a reader of one language. */
export interface MailWords {
  readonly language: string;
  /** What people call the application. */
  readonly app: string;
  say(id: MailText, values?: Readonly<Record<string, string>>): string;
  kind(id: keyof typeof en.kinds): string;
  /** The label of something of the specification, or its id. */
  label(path: readonly string[]): string;
}

/** One text of mail that is of no application. */
export function plainWords(language: string): Pick<MailWords, 'say'> {
  const own = TEXTS[language] ?? en;
  return { say: (id, values = {}) => fill(own[id], values) };
}

/** The words of mail to a reader of this language; null: the first language of the application. */
export function mailWords(application: Pick<ServedApplication, 'model' | 'texts'>, wished: string | null): MailWords {
  const { languages } = application.model;
  const language = wished !== null && languages.includes(wished) ? wished : (languages[0] ?? 'en');
  const own = TEXTS[language] ?? en;
  const { label } = readerIn(application, language);
  return {
    ...{ language, app: nameIn(application, language), say: plainWords(language).say },
    kind: (id) => own.kinds[id],
    label: (path) => label(path) ?? path.at(-1) ?? '',
  };
}
