import en from '../locales/en/start.json' with { type: 'json' };
import ja from '../locales/ja/start.json' with { type: 'json' };

/** Ids of everything that keeps a server from starting; their sentences are the `start` texts. */
export type StartCode = keyof typeof en;

type Texts = Readonly<Record<string, string>>;

/** One of these sentences, with what differs from case to case. */
export interface StartSentence {
  readonly code: StartCode;
  /** A value written as `{ code }` is a text of the same file, one written as `{ texts }` a text by language. */
  readonly params: Readonly<Record<string, string | { readonly code: StartCode } | { readonly texts: Texts }>>;
}

const TEXTS: Readonly<Record<string, Readonly<Record<StartCode, string>>>> = { en, ja };

/** The languages in which a start says what keeps it. */
export const START_LANGUAGES: readonly string[] = Object.keys(TEXTS);

/** Why the server cannot start, for the person who started it. Not a defect of ours. Its message is the English sentence. */
export class StartFailure extends Error {
  /** The sentence, and where it is a list, the lines below it. */
  readonly sentences: readonly StartSentence[];

  constructor(
    code: StartCode,
    params: StartSentence['params'] = {},
    cause?: unknown,
    lines: readonly StartSentence[] = [],
  ) {
    const sentences = [{ code, params }, ...lines];
    super(written(sentences, 'en'), { cause });
    this.name = 'StartFailure';
    this.sentences = sentences;
  }

  /** What is to be said in this language, with the command that starts the program; in English where the runtime does not have it. */
  sentenceIn(language: string, command?: string): string {
    return written(this.sentences, language, command);
  }
}

function written(sentences: readonly StartSentence[], language: string, ninefold = 'ninefold'): string {
  const texts = TEXTS[language] ?? en;
  const filled = ({ code, params }: StartSentence): string =>
    texts[code].replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      const value = params[name] ?? (name === 'ninefold' ? ninefold : '');
      if (typeof value === 'string') return value;
      return 'code' in value ? texts[value.code] : (value.texts[language] ?? value.texts['en'] ?? '');
    });
  return sentences.map((sentence) => filled(sentence).trimEnd()).join('\n');
}
