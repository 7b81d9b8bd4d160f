import { groupsOfBlock, periodsOfTrend, type BlocksScreen, type CountBlock } from '@ninefold/model';
import { useBlockGroupsQuery } from '../../base/calls/block-api.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel, useScope } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { shareOf, spanOf } from './scale.ts';
import classes from './blocks.module.css';

interface TrendProps {
  readonly screen: BlocksScreen;
  readonly block: CountBlock;
}

/**
 * How many records of a count belong to each of the last periods: as a line, which ends with the period that is now, and in
 * words of the last two that are over. Nothing is drawn where they cannot be counted: the count itself stands.
 */
export function Trend({ screen, block }: TrendProps) {
  const texts = useTexts();
  const format = useFormat();
  const scope = useScope();
  const entity = useModel().entities[block.entity];
  const { data } = useBlockGroupsQuery({ entity: block.entity, block: `${screen.id}.${block.id}` });
  const { trend } = block;
  if (trend === null || entity === undefined || groupsOfBlock(block) === null) return null;
  if (data === undefined) return <span className={classes['trend']} />;
  const counts = new Map(data.groups.map(({ by: [period], count }) => [String(period), count]));
  const values = periodsOfTrend(trend.period, scope.today).map((period) => ({ value: counts.get(period) ?? 0 }));
  const [before = 0, last = 0] = values.slice(-3, -1).map(({ value }) => value);
  const field = texts.field(block.entity, trend.field);
  const words = { field, last: format.number(last), before: format.number(before) };
  return (
    <span className={classes['trend']} data-nf-trend>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polyline points={pointsOf(values)} className={classes['stroke']} />
      </svg>
      <span>{texts.t(`blocks.trend.${trend.period}`, words)}</span>
    </span>
  );
}

function pointsOf(values: readonly { readonly value: number }[]): string {
  const span = spanOf(values);
  const last = Math.max(1, values.length - 1);
  return values
    .map(({ value }, at) => `${((at / last) * 100).toFixed(1)},${(100 - shareOf(value, span) * 100).toFixed(1)}`)
    .join(' ');
}
