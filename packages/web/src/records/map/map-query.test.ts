import { expect, test } from 'vitest';
import { boundsOf, placeOf } from './map-query.ts';

const MAP = { lat: 'lat', lon: 'lon' };
const made = { created_at: '2026-01-01T00:00:00.000Z', created_by: null, changed_at: '', changed_by: null };
const record = (lat: unknown, lon: unknown) =>
  placeOf({ id: 'a', version: 1, ...made, lat: lat as string, lon: lon as string }, MAP);

test('a record is where both of its numbers say, and nowhere where one is blank or beyond the world', () => {
  expect(record('35.5', '139.7')).toEqual([35.5, 139.7]);
  expect(record('0', '-180')).toEqual([0, -180]);
  expect([record(null, '1'), record('1', ''), record('91', '0'), record('0', '181')]).toEqual([null, null, null, null]);
});

test('a part of the world is between its edges, and all around where all of it is in sight', () => {
  expect(boundsOf({ south: 10, north: 20, west: -200, east: -100 })).toEqual([
    ['ge:10.000000', 'le:20.000000'],
    ['ge:-180.000000', 'le:-100.000000'],
  ]);
  const around = [
    ['ge:-90.000000', 'le:90.000000'],
    ['ge:-180.000000', 'le:180.000000'],
  ];
  expect([boundsOf(null), boundsOf({ south: -100, north: 95, west: -10, east: 400 })]).toEqual([around, around]);
});
