import type { Value } from '../../values/value.ts';

type Macro = (items: readonly Value[], body: (item: Value) => Value | undefined) => Value | undefined;

/** Stops at the deciding verdict; undefined beats the rest. */
function quantified(deciding: boolean): Macro {
  return (items, body) => {
    let verdict: Value | undefined = !deciding;
    for (const item of items) {
      const value = body(item);
      if (value === deciding) return deciding;
      if (value === undefined) verdict = undefined;
      else if (value === null && verdict !== undefined) verdict = null;
    }
    return verdict;
  };
}

function filtered(items: readonly Value[], body: (item: Value) => Value | undefined): Value | undefined {
  const kept: Value[] = [];
  for (const item of items) {
    const value = body(item);
    if (typeof value !== 'boolean') return undefined;
    if (value) kept.push(item);
  }
  return kept;
}

function mapped(items: readonly Value[], body: (item: Value) => Value | undefined): Value | undefined {
  const values = items.map(body);
  return values.includes(undefined) ? undefined : (values as Value[]); // none is undefined
}

export const MACROS: Readonly<Record<string, Macro>> = {
  exists: quantified(true),
  all: quantified(false),
  filter: filtered,
  map: mapped,
};
