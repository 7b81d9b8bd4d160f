import type { Block, Figure, GroupedBlock, Period } from '../ir/screen.ts';
import { movedPeriod, periodOf, periodsBetween } from '../values/periods.ts';

/** So many periods a trend goes back, the one that is now among them: some weeks of days, a quarter, a year, some years. */
const LENGTHS: Readonly<Record<Period, number>> = { day: 28, week: 13, month: 13, year: 8 };

const COUNT: Figure = { id: 'count', figure: 'count', of: null };

/** A chart or table as it is, and the trend of a count as a chart of its periods; null where a block has no groups. */
export function groupsOfBlock(block: Block): GroupedBlock | null {
  if ('groupBy' in block) return block;
  if (!('trend' in block) || block.trend === null) return null;
  const { trend, ...common } = block;
  const rows = LENGTHS[trend.period];
  return { ...common, block: 'chart', groupBy: [trend], show: [COUNT], sort: [], rows, latest: true, as: 'line' };
}

/** The periods of a trend on a day, the earliest first: the last of them is the one that is now. */
export function periodsOfTrend(period: Period, today: string): readonly string[] {
  const last = periodOf(today, period);
  const most = LENGTHS[period];
  return periodsBetween(movedPeriod(last, period, 1 - most), last, { period, most });
}
