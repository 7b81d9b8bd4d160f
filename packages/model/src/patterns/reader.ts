import { PatternProblem } from './syntax.ts';

/** Reads a pattern from its start to its end, by code points. */
export class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.#at >= this.#source.length;
  }

  peek(): string | undefined {
    const point = this.#source.codePointAt(this.#at);
    return point === undefined ? undefined : String.fromCodePoint(point);
  }

  take(): string | undefined {
    const char = this.peek();
    this.#at += char?.length ?? 0;
    return char;
  }

  /** Takes what stands next if it has this form, which begins with `^`. */
  takeIf(form: RegExp): RegExpExecArray | null {
    const found = form.exec(this.#source.slice(this.#at));
    if (found) this.#at += found[0].length;
    return found;
  }

  problem(): PatternProblem {
    return new PatternProblem(this.#at);
  }
}
