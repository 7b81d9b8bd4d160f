import { useEffect, useMemo, useState } from 'react';
import { idOf, isLines, isMany, isOneReference, isTruth, normalValue, type Field, type Wire } from '@ninefold/model';
import { recordEndpoints } from '../../base/calls/record-api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useAppDispatch, type AppDispatch } from '../../base/store/store.ts';
import type { Values } from './use-draft.ts';

const PARAMETER = /^val\[([a-z][a-z0-9_.]*)\]$/;

/** The values that an address gives (`?val[field]=…`), of these fields only. */
export function valuesOfAddress(params: URLSearchParams, fields: readonly Field[]): Values {
  const pairs = [...params].flatMap(([name, text]): readonly (readonly [string, Wire])[] => {
    const field = fields.find((each) => each.id === PARAMETER.exec(name)?.[1]);
    return field ? [[field.id, valueOf(field, text)]] : [];
  });
  return Object.fromEntries(pairs);
}

function valueOf(field: Field, text: string): Wire {
  if (isLines(field)) return null;
  if (isTruth(field.type)) return text === 'true';
  return normalValue(field, isMany(field.type) ? text.split(',') : text);
}

/** The same values with each reference's record loaded, so that its title shows and expressions can read it; null while loading. */
export function useLoadedValues(values: Values, fields: readonly Field[]): Values | null {
  const dispatch = useAppDispatch();
  const isWhole = useMemo(() => !fields.some((field) => lacksTitle(field, values[field.id])), [fields, values]);
  const [loaded, setLoaded] = useState<Values | null>(null);
  useEffect(() => {
    if (isWhole) return undefined;
    let current = true;
    void withTargets(dispatch, fields, values).then((found) => current && setLoaded(found));
    return () => {
      current = false;
    };
  }, [dispatch, isWhole, fields, values]);
  return isWhole ? values : loaded;
}

/** Replaces each reference by its present record. A record that the server does not give stays an id. */
export async function withTargets(dispatch: AppDispatch, fields: readonly Field[], values: Values): Promise<Values> {
  const asked = fields.map(async (field): Promise<readonly (readonly [string, Wire])[]> => {
    const id = idOf(values[field.id]);
    if (!isOneReference(field) || id === null) return [];
    const answer = await dispatch(recordEndpoints.record.initiate({ entity: field.to, id }, { subscribe: false }));
    if (answer.error !== undefined && toFailure(answer.error).status === 0) return [];
    return [[field.id, answer.data ?? { id }]];
  });
  return { ...values, ...Object.fromEntries((await Promise.all(asked)).flat()) };
}

function lacksTitle(field: Field, value: Wire | undefined): boolean {
  if (!isOneReference(field) || idOf(value) === null) return false;
  return typeof value !== 'object' || value === null || !('title' in value);
}
