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

/** False as soon as a second item holds; until then what is open stays open. */
function one(items: readonly Value[], body: (item: Value) => Value | undefined): Value | undefined {
  let found = 0;
  let open: null | undefined | false = false;
  for (const item of items) {
    const value = body(item);
    if (value === true) found += 1;
    if (found > 1) return false;
    if (value === undefined) open = undefined;
    else if (value === null && open === false) open = null;
  }
  return open === false ? found === 1 : open;
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
  exists_one: one,
  all: quantified(false),
  filter: filtered,
  map: mapped,
};
