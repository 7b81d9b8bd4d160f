/** A command line or setting that cannot be used: the key of its sentence in the texts of the command line. */
export class Unusable extends Error {
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;

  constructor(key: string, params: Readonly<Record<string, string>> = {}) {
    super(key);
    this.name = 'Unusable';
    this.key = key;
    this.params = params;
  }
}
