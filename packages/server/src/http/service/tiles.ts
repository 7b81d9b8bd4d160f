import { StartFailure } from '../../start-failure.ts';

/** The server of map tiles that the operator has named. */
export interface Tiles {
  readonly url: string;
  readonly credit: string;
  /** The one origin beside the own from which pages may load pictures. */
  readonly origin: string;
}

interface TilesSettings {
  readonly tiles?: string | null | undefined;
  readonly tilesCredit?: string | null | undefined;
}

const PLACES = ['{z}', '{x}', '{y}'];
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Reads `NINEFOLD_TILES` (`https://tiles.example.com/{z}/{x}/{y}.png`) and `NINEFOLD_TILES_CREDIT`. Null: no server is named. Throws a
 * `StartFailure`.
 */
export function readTiles({ tiles, tilesCredit }: TilesSettings): Tiles | null {
  if (tiles === null || tiles === undefined) return null;
  const isPlaced = PLACES.every((place) => tiles.split(place).length === 2);
  const address = isPlaced ? URL.parse(tiles.replaceAll(/\{[xyz]\}/g, '0')) : null;
  const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && LOOPBACK.has(address.hostname));
  const hasPlain = !/[\s;,'"<>]/.test(tiles) && !/[{}]/.test(address?.origin ?? '{');
  const isInPath = PLACES.every((place) => tiles.indexOf(place) > (address?.origin.length ?? 0));
  if (address === null || !isSafe || !hasPlain || !isInPath) throw new StartFailure('tiles_form');
  return { url: tiles, credit: tilesCredit ?? '', origin: address.origin };
}
