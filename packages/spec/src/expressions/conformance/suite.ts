import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';

/** A value of the suite that our language has a counterpart for. */
export type Plain = string | number | bigint | boolean | null | readonly Plain[];

/** One case of the public suite, as far as it can be said in plain values. */
export interface ConformanceCase {
  readonly name: string;
  readonly source: string;
  /** What the case gives to its variables; null where a value has no counterpart. */
  readonly bindings: Readonly<Record<string, Plain>> | null;
  /** Absent where the case expects an error or a value without counterpart. */
  readonly expected?: Plain;
  readonly expects: 'value' | 'error' | 'other';
  /** A namespace in which the case resolves its names. */
  readonly container: string;
}

/** Every case of `@bufbuild/cel-spec` with its path of suite names. */
export function conformanceCases(): readonly ConformanceCase[] {
  return casesOf(getConformanceSuite(), []);
}

function casesOf(suite: IncrementalTestSuite, path: readonly string[]): readonly ConformanceCase[] {
  const below = [...path, suite.name];
  return [
    ...suite.tests.map(({ name, original }) => toCase([...below, name].join('/'), original)),
    ...suite.suites.flatMap((one) => casesOf(one, below)),
  ];
}

type Original = IncrementalTestSuite['tests'][number]['original'];

function toCase(name: string, { expr, bindings, container, resultMatcher }: Original): ConformanceCase {
  const given = Object.entries(bindings).map(([id, { kind }]) =>
    kind.case === 'value' ? ([id, plainOf(kind.value)] as const) : ([id, undefined] as const),
  );
  const common = {
    name,
    source: expr,
    container,
    bindings: given.every(isGiven) ? Object.fromEntries(given) : null,
  };
  if (resultMatcher.case === undefined) return { ...common, expects: 'value', expected: true };
  if (resultMatcher.case === 'evalError' || resultMatcher.case === 'anyEvalErrors')
    return { ...common, expects: 'error' };
  const result = resultMatcher.case === 'typedResult' ? resultMatcher.value.result : undefined;
  const value = resultMatcher.case === 'value' ? resultMatcher.value : result;
  const expected = value && plainOf(value);
  return expected === undefined ? { ...common, expects: 'other' } : { ...common, expects: 'value', expected };
}

function isGiven(entry: readonly [string, Plain | undefined]): entry is readonly [string, Plain] {
  return entry[1] !== undefined;
}

type CelValue = Extract<Original['resultMatcher'], { readonly case: 'value' }>['value'];

function plainOf({ kind }: CelValue): Plain | undefined {
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
    case 'int64Value':
    case 'doubleValue':
      return kind.value;
    case 'listValue': {
      const items = kind.value.values.map(plainOf);
      return items.includes(undefined) ? undefined : (items as Plain[]); // none is undefined
    }
    default:
      return undefined;
  }
}
