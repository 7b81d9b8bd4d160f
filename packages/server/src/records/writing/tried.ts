/** Ends a transaction whose writes were only tried, so that nothing of them stays. */
export class OnlyTried<T> extends Error {
  readonly answer: T;

  constructor(answer: T) {
    super('only tried');
    this.answer = answer;
  }
}

/** The answer of a work that was tried or made. */
export async function answerOf<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (reason) {
    if (reason instanceof OnlyTried) return reason.answer as T; // thrown by this work
    throw reason;
  }
}
