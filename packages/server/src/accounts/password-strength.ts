import type { RuntimeErrorId } from '@ninefold/model';

/** Fewer guesses than this find the password: within days, at the pace that sign-in allows from a few addresses. */
const FEWEST_GUESSES = 1_000_000;
/** The library's time grows with the length; what is behind makes nothing weaker. */
const MOST_LOOKED_AT = 64;

const SEPARATORS = /[\s_.@-]+/g;

type Weakness = Extract<RuntimeErrorId, 'guessable_password' | 'personal_password'>;

/**
 * Why a password would be guessed soon, or null: it is often used, has a pattern such as repeated or neighbouring characters,
 * or is made of what is known of the person and the application (`context`: names, e-mail addresses, ids).
 */
export async function weaknessOf(password: string, context: readonly string[]): Promise<Weakness | null> {
  const { estimate } = await loaded();
  const looked = [...password.normalize('NFKC')].slice(0, MOST_LOOKED_AT).join('');
  const words = wordsOf(context);
  // What stands between words separates them, and makes them no harder to guess.
  const weak = [looked, looked.replaceAll(SEPARATORS, '')]
    .map((form) => estimate(form, words))
    .filter(({ guesses }) => guesses < FEWEST_GUESSES);
  if (weak.length === 0) return null;
  return weak.some(({ isPersonal }) => isPersonal) ? 'personal_password' : 'guessable_password';
}

/** The texts themselves and their words, so that parts of them are found. */
function wordsOf(context: readonly string[]): string[] {
  const texts = context.map((text) => text.normalize('NFKC').toLowerCase());
  const words = texts.flatMap((text) => [text, text.replaceAll(SEPARATORS, ''), ...text.split(SEPARATORS)]);
  return [...new Set(words)].filter((word) => word.length > 2);
}

interface Estimate {
  readonly guesses: number;
  /** Words of the context are among what is guessed. */
  readonly isPersonal: boolean;
}

interface Library {
  readonly estimate: (password: string, words: string[]) => Estimate;
}

let library: Promise<Library> | undefined;

/** The library and its lists take some megabytes: they are loaded when the first password is chosen. */
function loaded(): Promise<Library> {
  library ??= load();
  return library;
}

async function load(): Promise<Library> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const dictionary = { ...common.dictionary, ...english.dictionary };
  const estimator = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs });
  return {
    estimate: (password, words) => {
      const { guesses, sequence } = estimator.check(password, words);
      const isPersonal = sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs');
      return { guesses, isPersonal };
    },
  };
}
