import type { StartFailure } from '@ninefold/server/specification';

/**
 * What keeps the server from starting, in this language, with the command that starts this program; null for any other
 * error. Commands that start no server never load it.
 */
export function startSentence(error: unknown, language: string, command: string): string | null {
  return isStartFailure(error) ? error.sentenceIn(language, command) : null;
}

function isStartFailure(error: unknown): error is StartFailure {
  return error instanceof Error && error.name === 'StartFailure' && 'sentenceIn' in error;
}
