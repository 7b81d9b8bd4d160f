import { filterQuery, type ListScreen, type ListState, type MapLayout, type RecordValue } from '@ninefold/model';

/** At most so many records are shown at once: a page of the list. */
export const MOST = 200;

/** A part of the world, in degrees. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

interface Asked {
  readonly state: ListState;
  readonly screen: ListScreen;
  readonly map: MapLayout;
}

/** The records of the list that are in a part of the world; null: that are anywhere on it. */
export function mapQuery({ state, screen, map }: Asked, box: Box | null): string {
  const params = filterQuery(state, screen);
  const [lat, lon] = boundsOf(box);
  for (const bound of lat) params.append(`f.${map.lat}`, bound);
  for (const bound of lon) params.append(`f.${map.lon}`, bound);
  params.set('size', String(MOST));
  params.set('total', 'capped');
  return params.toString();
}

/** The conditions of latitude and longitude; where the whole way around is in sight, no side of it is left out. */
export function boundsOf(box: Box | null): readonly [lat: readonly string[], lon: readonly string[]] {
  const isRound = box === null || box.east - box.west >= 360;
  const between = (low: number, high: number, most: number): readonly string[] => [
    `ge:${Math.max(-most, low).toFixed(6)}`,
    `le:${Math.min(most, high).toFixed(6)}`,
  ];
  return [
    between(box?.south ?? -90, box?.north ?? 90, 90),
    isRound ? between(-180, 180, 180) : between(box.west, box.east, 180),
  ];
}

/** Where a record is; null where it is nowhere. */
export function placeOf(record: RecordValue, { lat, lon }: MapLayout): readonly [lat: number, lon: number] | null {
  const [north, east] = [record[lat], record[lon]].map((value) =>
    value === null || value === undefined || value === '' ? Number.NaN : Number(value),
  );
  if (north === undefined || east === undefined || !(Math.abs(north) <= 90) || !(Math.abs(east) <= 180)) return null;
  return [north, east];
}
