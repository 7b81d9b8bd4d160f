import { opens, seal } from '../../sealing/seal.ts';

/** A text that somebody typed to show that they know a secret. */
export interface Guess {
  readonly typed: string;
  /** The stored form of the secret. */
  readonly kept: string;
  /** Whose secret it is: an entity, a record and a field. */
  readonly secret: string;
  /** The id of the user who guesses. */
  readonly person: string;
}

/** Seals secrets, and says whether a guess is one. */
export interface SecretKeeper {
  seal(text: string): Promise<string>;
  /** Throws `too_many_tries` where too many guesses were wrong. */
  opens(guess: Guess): Promise<boolean>;
}

/** Counts no guesses: where nobody calls from outside. */
export const UNCOUNTED: SecretKeeper = { seal, opens: ({ typed, kept }) => opens(typed, kept) };
