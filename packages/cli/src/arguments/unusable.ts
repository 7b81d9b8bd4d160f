/** A command line or setting that cannot be used, in one sentence. */
export class Unusable extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Unusable';
  }
}
