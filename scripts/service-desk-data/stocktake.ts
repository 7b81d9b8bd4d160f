import type { Asset } from './assets.ts';
import type { CsvRow } from './csv.ts';
import { day } from './moment.ts';
import type { Random } from './random.ts';

/** Days before today of the stocktake that is under way. */
const COUNTED = 9;
const LOST = ['Not at its place, nor in the store.', '最後の利用者にも確認したが不明。'];

/** The stocktake of this month: most of what is in use has been found, some is still to be checked, little is missing. */
export function stocktake(all: readonly Asset[], random: Random): readonly CsvRow[] {
  return all
    .filter(({ row }) => row['retired_on'] === '')
    .map(({ tag, row }) => {
      const dice = random.next();
      const state = dice < 0.8 ? 'found' : dice < 0.97 ? 'open' : 'missing';
      return {
        asset: tag,
        day: day(COUNTED),
        place: row['place'] ?? '',
        found_on: state === 'found' ? day(random.between(1, COUNTED)) : '',
        remark: state === 'missing' ? random.pick(LOST) : '',
        state,
      };
    });
}

export const STOCKTAKE_COLUMNS = ['asset', 'day', 'place', 'found_on', 'remark', 'state'];
