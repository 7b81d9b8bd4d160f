const { NINEFOLD_PROVE_FUZZ: times, NINEFOLD_PROVE_SEED: seed } = process.env;

/** How many times the usual number of random cases this run takes: 1 in `npm test`, more in `npm run prove`. */
export const FUZZ_TIMES = Number(times ?? 1);

/**
 * Options of fast-check: as many cases as `npm test` takes, from a seed of its own; in `npm run prove` `usual` cases or
 * several times as many, from the seed that it prints.
 */
export function fuzzRuns(usual: number, inTest = usual): { readonly numRuns: number; readonly seed?: number } {
  return {
    numRuns: times === undefined ? inTest : usual * FUZZ_TIMES,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  };
}
