/** Why the server cannot start, in one sentence for the person who started it. Not a defect of ours. */
export class StartFailure extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'StartFailure';
  }
}
