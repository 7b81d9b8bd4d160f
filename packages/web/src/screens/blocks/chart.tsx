import {
  periodsBetween,
  type BlockGroup,
  type BlockGroups,
  type ChartForm,
  type GroupedBlock,
  type Period,
} from '@ninefold/model';
import type { ComponentType, ReactNode } from 'react';
import type { To } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Bars } from './bars.tsx';
import { FigureValue } from './figure-value.tsx';
import { GroupName, usePeriodName } from './group-name.tsx';
import type { GroupTableProps } from './group-table.tsx';
import { Line } from './line.tsx';
import { Parts } from './parts.tsx';
import type { GroupLinks } from './use-group-links.ts';

/** One group as a chart draws it. */
export interface Mark {
  readonly key: string;
  readonly name: ReactNode;
  /** The name of a period; null of anything else. */
  readonly period: string | null;
  /** Null: nothing was measured. */
  readonly value: number | null;
  readonly shown: ReactNode;
  readonly to: To | null;
}

/** What a form of charts draws. */
export interface MarksProps {
  readonly marks: readonly Mark[];
  readonly title: string;
}

const FORMS: Readonly<Record<ChartForm, ComponentType<MarksProps>>> = { bars: Bars, line: Line, parts: Parts };

/** The figure of each group as bars, as a line or as parts of a whole. */
export function Chart({ block, answer, links, title }: GroupTableProps) {
  const marks = useMarks(block, answer, links);
  const dated = marks.filter(({ period }) => period !== null);
  const Form = FORMS[formOf(block, marks, dated.length)];
  return <Form marks={marks} title={title} />;
}

/** Parts of a whole are few and none is below nought; a line has two points at least. */
function formOf({ as, latest }: GroupedBlock, marks: readonly Mark[], dated: number): ChartForm {
  const form = as ?? (latest ? 'line' : 'bars');
  if (form === 'line') return dated > 1 ? 'line' : 'bars';
  const isWhole = marks.length <= MOST_PARTS && marks.every(({ value }) => value !== null && value >= 0);
  return form === 'parts' && !isWhole ? 'bars' : form;
}

const MOST_PARTS = 6;

function useMarks(block: GroupedBlock, { groups, others }: BlockGroups, links: GroupLinks): readonly Mark[] {
  const { t } = useTexts();
  const periodName = usePeriodName();
  const [group] = block.groupBy;
  const [figure] = block.show;
  if (group === undefined || figure === undefined) return [];
  const period = group.by === 'field' ? group.period : null;
  const shown = block.latest && period !== null ? withGaps(block, groups, period) : groups;
  const marks = shown.map(
    ({ by: [value = null], figures: [of = null] }): Mark => ({
      key: JSON.stringify(value),
      name: <GroupName block={block} group={group} value={value} />,
      period: period === null || value === null ? null : periodName(String(value), period),
      value: of === null ? null : Number(of),
      shown: <FigureValue entity={block.entity} figure={figure} value={of} />,
      to: links.of([value]),
    }),
  );
  if (others === null || block.latest) return marks;
  const [of = null] = others.figures;
  const rest: Mark = {
    key: 'others',
    name: t('blocks.others', { count: others.groups }),
    period: null,
    value: of === null ? null : Number(of),
    shown: <FigureValue entity={block.entity} figure={figure} value={of} />,
    to: null,
  };
  return [...marks, rest];
}

/** The periods without records stand between those that have some: nothing was counted or added up in them. */
function withGaps(block: GroupedBlock, groups: readonly BlockGroup[], period: Period): readonly BlockGroup[] {
  const dated = groups.filter(({ by }) => by[0] !== null);
  const known = new Map(dated.map((group) => [String(group.by[0]), group]));
  const [first, last] = [dated[0], dated.at(-1)];
  if (first === undefined || last === undefined) return groups;
  const nothing = block.show.map(({ figure }) => (figure === 'count' || figure === 'sum' ? '0' : null));
  const all = periodsBetween(String(first.by[0]), String(last.by[0]), { period, most: block.rows });
  return [
    ...all.map((text) => known.get(text) ?? { by: [text], count: 0, figures: nothing }),
    ...groups.filter(({ by }) => by[0] === null),
  ];
}
