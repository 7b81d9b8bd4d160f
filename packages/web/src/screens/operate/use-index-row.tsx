import type { UseIndexAnswer } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { IndexActions } from './index-actions.tsx';
import { IndexName } from './index-name.tsx';
import classes from './operate.module.css';
import { useShapeText } from './use-shape-text.ts';
import { useSize } from './use-size.ts';

interface UseIndexRowProps {
  readonly value: UseIndexAnswer;
  readonly database: 'sqlite' | 'postgres';
}

/** An index that follows use: the lists it is for, what it saves and costs, and what an operator may do with it. */
export function UseIndexRow({ value, database }: UseIndexRowProps) {
  const { t } = useTexts();
  const shapeText = useShapeText();
  const shapes = value.shapes.map(shapeText);
  return (
    <tr data-nf-index={value.name} data-nf-index-state={value.state} data-nf-pinned={value.pinned}>
      <th scope="row">
        <IndexName value={value} />
      </th>
      <td data-label={t('operate.lists')}>
        <Lines texts={shapes.length === 0 ? [t('operate.lists_unknown')] : [...new Set(shapes)]} />
      </td>
      <td data-label={t('operate.state')}>
        <StateText value={value} />
      </td>
      <td data-label={t('operate.saving')}>
        <Lines texts={useSavingTexts(value)} />
      </td>
      <td data-label={t('operate.cost')}>
        <Lines texts={useCostTexts(value)} />
      </td>
      <td data-label={t('operate.actions')}>
        <IndexActions value={value} database={database} />
      </td>
    </tr>
  );
}

function Lines({ texts }: { readonly texts: readonly string[] }) {
  return (
    <div>
      {texts.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </div>
  );
}

function StateText({ value: { state, pinned, made_at: madeAt } }: { readonly value: UseIndexAnswer }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <div>
      <div>{t(`operate.states.${state}`)}</div>
      {pinned && <div>{t('operate.pinned')}</div>}
      {madeAt !== null && (
        <div className={classes['since']}>
          <time dateTime={madeAt} title={format.readInstant(madeAt)}>
            {t('operate.since', { at: format.instant(madeAt) })}
          </time>
        </div>
      )}
    </div>
  );
}

function useSavingTexts({ saving }: UseIndexAnswer): readonly string[] {
  const { t } = useTexts();
  const { number } = useFormat();
  if (saving === null) return [t('operate.saving_unknown')];
  const ms = (value: number): string => number(value.toFixed(1), 1);
  const calls = t('operate.calls', { count: Math.round(saving.calls), number: number(Math.round(saving.calls), 0) });
  const before = ms(saving.before_ms);
  if (saving.now_ms === null) return [calls, t('operate.before', { before })];
  return [calls, t('operate.saved', { before, now: ms(saving.now_ms) })];
}

function useCostTexts({ insert_share: share, making_ms: making, bytes }: UseIndexAnswer): readonly string[] {
  const { t } = useTexts();
  const { number } = useFormat();
  const size = useSize();
  const insert = t('operate.insert', { share: number((share * 100).toFixed(1), 1) });
  if (bytes !== null) return [insert, size(bytes)];
  return [insert, t('operate.making', { ms: number(Math.ceil(making), 0) })];
}
