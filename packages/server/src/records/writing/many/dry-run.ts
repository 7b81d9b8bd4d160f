/** Thrown at the end of a dry run: the transaction is rolled back, and the answer is kept. */
export class DryRun<T> extends Error {
  readonly answer: T;

  constructor(answer: T) {
    super('dry run');
    this.answer = answer;
  }
}

/** The answer of a task that ran for good or as a dry run. */
export async function answerOfRun<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (reason) {
    if (reason instanceof DryRun) return reason.answer as T; // thrown by this task
    throw reason;
  }
}
