import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import type { ListAnswer } from '@ninefold/model';
import { useFromList, type FromList } from '../rows/from-list.ts';
import { useListQuery } from '../../base/calls/record-api.ts';

/** A record beside this one, and the page of the list on which it stands. */
export interface Neighbour {
  readonly id: string;
  readonly list: FromList;
}

/** Where a record stands in the list that it was opened from. */
export interface ListPlace {
  /** From 1. */
  readonly position: number;
  readonly answer: ListAnswer;
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
}

/**
 * Null: the record was not opened from a list. A record that has left the list since (by a transition, for example) keeps
 * its place until the reader goes on.
 */
export function useNeighbours(entity: string, id: string): ListPlace | null {
  const now = useListPlace(entity, id);
  const [last, setLast] = useState<{ readonly id: string; readonly place: ListPlace } | null>(null);
  useEffect(() => {
    if (now) setLast({ id, place: now });
    // Only the neighbours of the position matter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, now?.position, now?.previous?.id, now?.next?.id]);
  return now ?? (last?.id === id ? last.place : null);
}

function useListPlace(entity: string, id: string): ListPlace | null {
  const list = useFromList();
  const { page, size } = pageOf(list);
  const { data } = useListQuery(list === null ? skipToken : { entity, query: list.query });
  const index = data?.items.findIndex((record) => record.id === id) ?? -1;
  const isFirst = index === 0 && page > 1;
  const isLast = index >= 0 && index === (data?.items.length ?? 0) - 1 && data?.next !== null;
  const before = useListQuery(list && isFirst ? { entity, query: queryOf(list, page - 1) } : skipToken).data;
  const after = useListQuery(list && isLast ? { entity, query: queryOf(list, page + 1) } : skipToken).data;
  if (list === null || !data || index < 0) return null;
  const beside = (record: { readonly id: string } | undefined, onPage: number): Neighbour | null =>
    record ? { id: record.id, list: { ...list, query: queryOf(list, onPage) } } : null;
  return {
    position: (page - 1) * size + index + 1,
    answer: data,
    previous: isFirst ? beside(before?.items.at(-1), page - 1) : beside(data.items[index - 1], page),
    next: isLast ? beside(after?.items[0], page + 1) : beside(data.items[index + 1], page),
  };
}

function pageOf(list: FromList | null): { readonly page: number; readonly size: number } {
  const params = new URLSearchParams(list?.query ?? '');
  return { page: Number(params.get('page') ?? 1), size: Number(params.get('size') ?? 25) };
}

function queryOf({ query }: FromList, page: number): string {
  const params = new URLSearchParams(query);
  params.set('page', String(page));
  return params.toString();
}
