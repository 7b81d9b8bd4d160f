import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Options {
  readonly type: 'major';
  readonly flavor?: 'last-resort';
}

/** Collects all garbage, which takes some tens of milliseconds. `last-resort`: and gives back what is free then. */
export function collectGarbage(flavor?: 'last-resort'): void {
  setFlagsFromString('--expose-gc'); // holds for contexts that are made from now on: this one alone
  const collect = runInNewContext('gc') as (options: Options) => void; // what V8 puts there
  setFlagsFromString('--no-expose-gc');
  collect(flavor === undefined ? { type: 'major' } : { type: 'major', flavor });
}
