import { useState } from 'react';
import type { Field, RecordValue, Wire } from '@ninefold/model';
import type { Draft } from '../../forms/draft/use-draft.ts';
import { mergedValue } from './merged-value.ts';

/** Whose value of a field stays: that of the others, the typed one, or one with the changes of both. */
export type Side = 'theirs' | 'mine' | 'both';

/** The values that a field may have. `both` is null where one of the others has to be chosen. */
type Choices = Readonly<Record<Side, Wire>>;

interface Sides {
  valueAt(field: Field, side: Side): Wire;
  sideOf(field: Field): Side;
  choose(field: Field, side: Side): void;
  /** Puts what is chosen into the form. */
  take(): void;
}

interface Compared {
  readonly before: RecordValue;
  readonly theirs: RecordValue;
  readonly draft: Draft;
}

/** Which value of each of these fields stays. What keeps the changes of both is chosen first, else what was typed. */
export function useSides(rows: readonly Field[], compared: Compared): Sides {
  const { draft } = compared;
  const [choices] = useState(() => new Map(rows.map((field) => [field.id, choicesOf(field, compared)])));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const valueAt = (field: Field, side: Side): Wire => choices.get(field.id)?.[side] ?? null;
  const sideOf = (field: Field): Side => chosen.get(field.id) ?? (valueAt(field, 'both') === null ? 'mine' : 'both');
  const enter = (field: Field, side: Side): void => draft.change(field, valueAt(field, side));
  return {
    valueAt,
    sideOf,
    choose: (field, side) => {
      setChosen(new Map([...chosen, [field.id, side]]));
      enter(field, side);
    },
    take: () => rows.forEach((field) => enter(field, sideOf(field))),
  };
}

function choicesOf(field: Field, { before, theirs, draft }: Compared): Choices {
  const sides = { theirs: theirs[field.id] ?? null, mine: draft.valueOf(field) };
  return { ...sides, both: mergedValue(field, { original: before[field.id] ?? null, ...sides }) };
}
