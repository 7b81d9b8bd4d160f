import type { Values } from '../texts/texts.ts';

/** A command line or setting that cannot be used: the key of its sentence in the texts of the command line. */
export class Unusable extends Error {
  readonly key: string;
  readonly params: Values;

  constructor(key: string, params: Values = {}) {
    super(key);
    this.name = 'Unusable';
    this.key = key;
    this.params = params;
  }
}
