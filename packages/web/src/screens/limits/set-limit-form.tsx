import { Button } from '@mantine/core';
import {
  fieldToSet,
  isListLimit,
  isList,
  judgeLimit,
  type LimitEntry,
  type LimitHeld,
  type LimitSent,
  type Model,
  type Problem,
  type Wire,
} from '@ninefold/model';
import { useState, type FormEvent } from 'react';
import { leftoverIn, notChosen } from '../../fields/contract/leftover.ts';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { limitWords } from '../../fields/messages/limit-words.ts';
import { numberExample } from '../../fields/messages/told-place.ts';
import { useTold } from '../../fields/messages/use-told.ts';
import { afterPress } from '../../forms/draft/after-press.ts';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Entry, idOf, idOfItem, itemsOf, nextKey, type Row } from './limit-entry.tsx';
import { ConfirmWarnings } from '../../records/lifecycle/confirm-warnings.tsx';
import { useSetLimitMutation } from './limits-api.ts';
import classes from './limits.module.css';

interface Props {
  readonly limit: LimitEntry;
  /** As it is now, which may be later than what the person has seen. */
  readonly version: number;
}

function wireOf({ to }: LimitEntry, value: LimitHeld | undefined): Wire {
  return to !== null && typeof value === 'string' ? { id: value } : (value ?? null);
}

/** What is to be entered first: the values that the limit has. */
function rowsOf(limit: LimitEntry): readonly Row[] {
  if (limit.dated.length > 0)
    return limit.dated.map(({ from, value }, key) =>
      isListLimit(limit)
        ? { key, from, value: null, items: itemsOf(isList(value) ? value : []) }
        : { key, from, value: wireOf(limit, value), items: null },
    );
  const values: readonly LimitHeld[] = isListLimit(limit) && isList(limit.value) ? limit.value : [limit.value];
  return values.map((value, key) => ({ key, from: null, value: wireOf(limit, value), items: null }));
}

/** A row or an item of a list that is left empty is no item of it. */
function isSent({ value }: Pick<Row, 'value'>): boolean {
  return value !== null;
}

/** What a row holds from its day on, as it is sent. */
function heldOf({ value, items }: Row): LimitHeld {
  return items === null ? (value as LimitHeld) : items.filter(isSent).map((item) => String(item.value)); // judged before it is sent
}

/** What the rows say, as it is sent. */
function sentOf(limit: LimitEntry, rows: readonly Row[]): LimitSent {
  if (limit.dated.length > 0)
    return { values: rows.map((row) => ({ from: String(row.from ?? ''), value: heldOf(row) })) };
  if (isListLimit(limit)) return { value: rows.filter(isSent).map(({ value }) => String(value)) };
  return { value: (rows[0]?.value ?? null) as LimitHeld }; // judged before it is sent
}

/** What is wrong with the rows. */
function problemsIn(limit: LimitEntry, rows: readonly Row[], model: Model): readonly Problem[] {
  const sent = sentOf(limit, rows) as Readonly<Record<string, Wire | undefined>>; // plain JSON
  return judgeLimit(limit, sent, model).problems.map((each) =>
    notChosen(each, leftoverIn(placeAt(each.path, rows)?.value)),
  );
}

/** What is wrong with what was typed into a control that was left. That something is missing is said when it is sent. */
function useTyped(limit: LimitEntry, rows: readonly Row[]) {
  const model = useModel();
  const [left, setLeft] = useState<readonly string[]>([]);
  const isLeft = (path: string): boolean => left.includes(targetOf(path, rows) ?? '');
  return {
    typed:
      left.length === 0
        ? []
        : problemsIn(limit, rows, model).filter((each) => each.code !== 'required' && isLeft(each.path)),
    leave: (target: string): void => afterPress(() => setLeft((before) => [...before, target])),
    enter: (target: string): void => setLeft((before) => before.filter((each) => each !== target)),
  };
}

/** What has come of setting a limit to what the rows say. */
function useSetting({ limit, version }: Props, rows: readonly Row[]) {
  const model = useModel();
  const [kept, setKept] = useState(rows);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [seen, setSeen] = useState(version); // what is typed stays where somebody else sets the limit
  const [set, { isLoading }] = useSetLimitMutation();
  const [became, setBecame] = useState<'changed' | 'as_before' | null>(null);
  const [warnings, setWarnings] = useState<readonly Problem[]>([]);
  const submit = async (confirm: readonly string[] = []): Promise<boolean> => {
    if (isLoading) return false;
    const sent = sentOf(limit, rows);
    const found = problemsIn(limit, rows, model);
    setAttempt(attempt + 1);
    setFailure(null);
    setBecame(null);
    setWarnings([]);
    setProblems(found);
    if (found.length > 0) return false;
    const { data, error } = await set({ id: limit.id, sent: { ...sent, version: seen, confirm } });
    setSeen(data?.version ?? version);
    if (error === undefined) {
      setKept(rows);
      setBecame(data.version === seen ? 'as_before' : 'changed');
      return true;
    }
    const failed = toFailure(error);
    const { errors: wrong = [], warnings: asked = [] } = failed.problem ?? {};
    setProblems(wrong);
    setWarnings(asked);
    setFailure(wrong.length + asked.length > 0 ? null : failed);
    return false;
  };
  const forget = (): void => {
    setProblems([]);
    setWarnings([]);
  };
  return { kept, problems, warnings, failure, attempt, isLoading, became, submit, forget };
}

/** Sets a limit for everybody. What is wrong is told before it is sent, and what would happen at once before it is done. */
export function SetLimitForm(props: Props) {
  const { limit } = props;
  const texts = useTexts();
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(limit));
  const { kept, problems, warnings, failure, attempt, isLoading, became, submit, forget } = useSetting(props, rows);
  const said = useSaid(limit);
  const format = useFormat();
  const withDay = (warning: Problem): Problem => {
    const { day } = warning.params;
    return typeof day === 'string' ? { ...warning, params: { ...warning.params, day: format.date(day) } } : warning;
  };
  const isDated = limit.dated.length > 0;
  const hasRows = isDated || isListLimit(limit);
  const change = (key: number, part: Partial<Row>): void => {
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)));
    forget();
  };
  const add = (): void =>
    setRows((before) => [
      ...before,
      { key: nextKey(before), from: null, value: null, items: isDated && isListLimit(limit) ? itemsOf([null]) : null },
    ]);
  const { typed, leave, enter } = useTyped(limit, rows);
  const itemOf = (each: Problem) => ({
    ...{ path: each.path, code: each.code, text: said(each) },
    targetId: targetOf(each.path, rows),
  });
  const summary = problems.map(itemOf);
  const shown = [...summary, ...typed.map(itemOf)];
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary key={attempt} items={summary} />
      {rows.map((row, index) => (
        <Entry
          key={row.key}
          limit={limit}
          row={row}
          index={index}
          wrong={(id) => shown.find(({ targetId }) => targetId === id) ?? null}
          onChange={(part, id) => {
            enter(id);
            change(row.key, part);
          }}
          onLeft={leave}
          onRemove={hasRows && rows.length > 1 ? () => setRows(rows.filter(({ key }) => key !== row.key)) : null}
        />
      ))}
      {hasRows && (
        <Button variant="default" size="xs" onClick={add} data-nf-limit-add>
          {texts.t(isDated ? 'limit_page.add_value' : 'limit_page.add_day')}
        </Button>
      )}
      {failure && <ActionFailure failure={failure} onRetry={() => void submit()} />}
      <SaveButton busy={isLoading}>{texts.t('limit_page.save')}</SaveButton>
      {warnings.length > 0 && (
        <ConfirmWarnings
          verb={texts.t('limit_page.save')}
          warnings={warnings.map(withDay)}
          onConfirm={(codes) => void submit(codes)}
          onClose={forget}
        />
      )}
      {became !== null && rows === kept && <output>{texts.t(saidOf(became, limit))}</output>}
      <LeaveGuard when={rows !== kept} onSave={submit} onDiscard={() => undefined} verb={texts.t('limit_page.save')} />
    </form>
  );
}

/** What is said of a limit that was sent. */
function saidOf(became: 'changed' | 'as_before', { dated }: LimitEntry): string {
  if (became === 'as_before') return 'limit_page.as_before';
  return dated.length > 0 ? 'limit_page.saved_days' : 'limit_page.saved';
}

const PATH = /^values\[(\d+)\]\.(from|value)(?:\[(\d+)\])?/;
const PATH_OF_ITEM = /^value\[(\d+)\]$/;

/** The control that a path of a problem is about, and what it holds. */
interface Place {
  readonly id: string;
  readonly value: Wire;
}

function placeAt(path: string, rows: readonly Row[]): Place | undefined {
  const sent = PATH_OF_ITEM.exec(path)?.[1];
  const [, index = '0', part = 'value', place] = PATH.exec(path) ?? [];
  const row = sent === undefined ? rows[Number(index)] : rows.filter(isSent)[Number(sent)];
  if (row === undefined) return undefined;
  if (part === 'from') return { id: idOf(row, 'from'), value: row.from };
  const item = row.items?.filter(isSent)[Number(place)] ?? row.items?.[0];
  return item === undefined
    ? { id: idOf(row, 'value'), value: row.value }
    : { id: idOfItem(row, item), value: item.value };
}

/** The control that a problem is about. */
function targetOf(path: string, rows: readonly Row[]): string | null {
  return placeAt(path, rows)?.id ?? null;
}

/** A problem as a sentence, with the bounds as the reader writes them. */
function useSaid(limit: LimitEntry): (problem: Problem) => string {
  const { limit: name, limitOption: option, t } = useTexts();
  const told = useTold();
  const format = useFormat();
  const { currency } = useModel();
  return ({ path, code, params }) => {
    const bounds = Object.entries(params).flatMap(([key, value]) =>
      (key === 'min' || key === 'max') && (typeof value === 'string' || typeof value === 'number') && BOUNDS.has(code)
        ? [[key, limitWords(limit, value, { format, currency, option })] as const]
        : [],
    );
    const field = path.endsWith('.from') ? t('limit_page.from') : name(limit.id);
    const example = code === 'bad_number' ? { example: numberExample(fieldToSet(limit, currency), format) } : {};
    return told.text({ code, params }, { shown: { field, ...example, ...Object.fromEntries(bounds) } });
  };
}

/** Their bounds are values of the limit. */
const BOUNDS: ReadonlySet<string> = new Set(['too_small', 'too_big', 'too_early', 'too_late']);
