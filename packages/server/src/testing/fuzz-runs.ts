const { NINEFOLD_PROVE_FUZZ: times = '1', NINEFOLD_PROVE_SEED: seed } = process.env;

/** How many times the usual number of random cases this run takes: 1 in `npm test`, more in `npm run prove`. */
export const FUZZ_TIMES = Number(times);

/** Options of fast-check: as many cases as `npm test` usually takes, from a seed of its own; in `npm run prove` more, from the seed that it prints. */
export function fuzzRuns(usual: number): { readonly numRuns: number; readonly seed?: number } {
  return { numRuns: usual * FUZZ_TIMES, ...(seed === undefined ? {} : { seed: Number(seed) }) };
}
