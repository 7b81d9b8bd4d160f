import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useForm, useWatch, type Control, type Resolver, type UseFormReturn } from 'react-hook-form';
import {
  flat,
  formSchema,
  idOf,
  keysOf,
  malformed,
  memberOf,
  nested,
  otherTargets,
  sameValue,
  spokenId,
  type Field,
  type Holder,
  type Problem,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { FieldPlace } from '../../fields/contract/field-place.ts';
import { reportFault } from '../../base/faults/faults.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { leftoverIn, notChosen } from '../../fields/contract/leftover.ts';
import { afterPress } from './after-press.ts';
import { underPresentIds, withPresentIds } from './former-ids.ts';
import { fieldOfPath, merged, onLeaving, stillShown, stillTold, withoutField } from './problem-list.ts';

export type Values = Readonly<Record<string, Wire>>;

/** The rules of one form: pure functions of the entered values, the same as on the server. */
export interface DraftPlan {
  readonly entity: string;
  /** Fields that the form may send, shown or hidden at the moment. */
  readonly fields: readonly Field[];
  /** Where a field stands: on the entity, or in the form of a transition. */
  placeOf(field: Field): FieldPlace;
  /** The values before the user types: presets and values from the address. */
  readonly initial: Values;
  /** The record (or the inputs of a transition) that the values lead to. */
  settle(values: Values): Holder;
  /** Ids of the visible fields for this record. */
  visible(settled: Holder): ReadonlySet<string>;
  judge(settled: Holder): readonly Problem[];
  /** Codes of the rules that the browser has judged and found satisfied. */
  satisfied(settled: Holder): ReadonlySet<string>;
  readonly scope: Scope;
  /** What the conditions of the fields see of these values. */
  seenWith(settled: Holder): Scope;
}

/** What the conditions of the fields see once these values are sent. */
export function seenOf(plan: DraftPlan, values: Values): Scope {
  return plan.seenWith(plan.settle(values));
}

/** The path of a field's problems: its id, after `input.` where it is an answer of a transition's form. */
export function pathIn(plan: DraftPlan, field: Field): string {
  return plan.placeOf(field).transition === undefined ? field.id : `input.${field.id}`;
}

/** Sends the entered values and returns the answer of the server. */
export type Send = (values: Values, confirm: readonly string[]) => Promise<{ readonly error?: unknown }>;

/** The state of a form, and the functions that change it. */
export interface Draft {
  readonly plan: DraftPlan;
  readonly values: Values;
  readonly settled: Holder;
  readonly visible: ReadonlySet<string>;
  /** Fields whose value differs from the initial one. */
  readonly changed: readonly Field[];
  /** The problems that the fields show now. */
  readonly problems: readonly Problem[];
  /** What the last attempt found, for the summary; empty while nothing is wrong. */
  readonly summary: readonly Problem[];
  /** Counts the attempts to send. */
  readonly attempt: number;
  readonly failure: Failure | null;
  readonly warnings: readonly Problem[];
  readonly busy: boolean;
  valueOf(field: Field): Wire;
  /** The initial value. */
  stored(field: Field): Wire;
  controlId(path: string): string;
  change(field: Field, value: Wire): void;
  /** Enters these values as if the user typed them. */
  fill(values: Values): void;
  leave(field: Field): void;
  /** What was entered since these values were sent. */
  since(sent: Values): Values;
  submit(send: Send, confirm?: readonly string[]): Promise<void>;
  /** Restores the initial values. */
  reset(): void;
}

interface Said {
  readonly own: readonly Problem[];
  readonly server: readonly Problem[];
  readonly summary: readonly Problem[];
  readonly failure: Failure | null;
  readonly warnings: readonly Problem[];
}

const NOTHING: Said = { own: [], server: [], summary: [], failure: null, warnings: [] };

/** What react-hook-form holds, parts inside of their objects; its own types do not reach as deep as `Wire`. */
type Entered = Record<string, unknown>;

/** What is entered now. */
function useEntered(plan: DraftPlan, control: Control<Entered>): Values {
  const watched = useWatch({ control }) as Values; // only inputs put values in
  return useMemo(() => flatIn(plan, watched), [plan, watched]);
}

/** Keeps what was typed in a field that has got another id since. */
function moveToPresentIds(plan: DraftPlan, { getValues, setValue }: UseFormReturn<Entered>): void {
  const held = flatIn(plan, getValues() as Values); // only inputs put values in
  const present = underPresentIds(plan.fields, held);
  for (const id of keysOf(present))
    if (!Object.hasOwn(held, id)) setValue(placeIn(plan, id), present[id], { shouldDirty: true });
  for (const field of plan.fields) {
    const lines = withPresentIds(field, present[field.id] ?? null);
    if (lines !== (present[field.id] ?? null)) setValue(placeIn(plan, field.id), lines, { shouldDirty: true });
  }
}

/** The entered values by the ids of the fields. */
function flatIn({ fields }: DraftPlan, values: Values): Values {
  return flat(values, Object.fromEntries(fields.map((field) => [field.id, field])));
}

/** The opposite: values by the ids of the fields as the form holds them, each text under its language. */
function nestedIn(plan: DraftPlan, values: Values): Entered {
  return nested(Object.fromEntries(Object.entries(values).map(([id, value]) => [placeIn(plan, id), value])), '');
}

/** Where the form holds the value of the field with this id. */
function placeIn({ fields }: DraftPlan, id: string): string {
  const field = fields.find((one) => one.id === id);
  return field ? spokenId(field) : id;
}

/** The state of one form: values, problems, and when the problems show. `typed` are values that count as typed. */
export function useDraft(plan: DraftPlan, typed: Values = {}): Draft {
  const id = useId();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [said, setSaid] = useState<Said>(NOTHING);
  const form = useForm<Entered>({
    defaultValues: nestedIn(plan, { ...plan.initial, ...typed }),
    shouldFocusError: false,
    resolver: resolverOf(plan),
  });
  const { getValues, setValue } = form;
  useEffect(() => moveToPresentIds(plan, form), [plan, form]);
  const values = useEntered(plan, form.control);
  const settled = useMemo(() => plan.settle(values), [plan, values]);
  const visible = useMemo(() => plan.visible(settled), [plan, settled]);
  const baseline = useMemo(() => plan.settle(plan.initial), [plan]);
  const entered = (): Values => flatIn(plan, form.getValues() as Values); // only inputs put values in
  // The same functions for as long as the plan is, so that an input is drawn again only where its own value changes.
  const { change, leave } = useMemo(() => {
    const now = (): Values => flatIn(plan, getValues() as Values); // only inputs put values in
    return {
      change: (field: Field, value: Wire): void => {
        for (const [place, entered] of enteredBy(plan, field, value)) setValue(place, entered, { shouldDirty: true });
        afterPress(() => setSaid((said) => withChange(plan, said, field, { ...now(), [field.id]: value })));
      },
      leave: (field: Field): void => {
        const found = onLeaving(judgeAll(plan, now()), pathIn(plan, field));
        if (found.length > 0) afterPress(() => setSaid((said) => ({ ...said, own: merged(said.own, found) })));
      },
    };
  }, [plan, getValues, setValue]);
  const submit = async (send: Send, confirm: readonly string[] = []): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      await form.handleSubmit(
        async () => {
          setSaid(NOTHING);
          const answer = await send(entered(), confirm).catch(unforeseen);
          if (answer.error !== undefined) setSaid(refusalOf(answer.error, plan, entered()));
        },
        () => {
          const found = judgeAll(plan, entered());
          setSaid({ ...NOTHING, own: found, summary: found });
        },
      )();
    } finally {
      sending.current = false;
      setBusy(false);
      setAttempt((count) => count + 1);
    }
  };

  const problems = merged(said.own, said.server);
  return {
    plan,
    values,
    settled,
    visible,
    ...comparing(plan, values, settled, baseline),
    problems,
    summary: inOrder(plan, said.summary),
    attempt,
    failure: said.failure,
    warnings: said.warnings,
    busy,
    controlId: (path) => `${id}-${path}`.replace(/[^\w-]+/g, '-'),
    change,
    fill: (given) => plan.fields.forEach((f) => Object.hasOwn(given, f.id) && change(f, given[f.id] ?? null)),
    leave,
    since: (sent) => differing(plan, sent, entered()),
    submit,
    reset: () => {
      form.reset(nestedIn(plan, plan.initial));
      setSaid(NOTHING);
    },
  };
}

/** What the form holds once a field has a value: a record in one part of a reference leaves its other parts blank. */
function enteredBy(plan: DraftPlan, field: Field, value: Wire): readonly (readonly [place: string, value: Wire])[] {
  const others = idOf(value) === null ? [] : otherTargets(field);
  return [[spokenId(field), value], ...others.map((other) => [placeIn(plan, other), null] as const)];
}

/** The values of the fields that are not as they were. */
function differing({ fields }: DraftPlan, before: Values, now: Values): Values {
  const isOther = (field: Field): boolean => !sameValue(field, before[field.id] ?? null, now[field.id] ?? null);
  return Object.fromEntries(fields.filter(isOther).map(({ id }) => [id, now[id] ?? null]));
}

/** What is said once a field has another value: what was wrong is judged again, and what the server said of the field is past. */
function withChange(plan: DraftPlan, said: Said, field: Field, values: Values): Said {
  const own = said.own.length === 0 ? said.own : stillShown(said.own, judgeAll(plan, values));
  const server = said.server.length === 0 ? said.server : withoutField(said.server, pathIn(plan, field));
  const summary = said.summary.length === 0 ? said.summary : stillTold(said.summary, merged(own, server));
  return { ...said, own, server, summary, warnings: [] };
}

/** The present and the initial values of the fields, and which fields differ. */
function comparing(
  plan: DraftPlan,
  values: Values,
  settled: Holder,
  baseline: Holder,
): Pick<Draft, 'changed' | 'valueOf' | 'stored'> {
  return {
    changed: plan.fields.filter((field) => !sameValue(field, baseline[field.id], settled[field.id])),
    valueOf: (field) => (Object.hasOwn(values, field.id) ? values[field.id] : settled[field.id]) ?? null,
    stored: (field) => baseline[field.id] ?? null,
  };
}

/** An answer that the page could not work with. It is reported, and the form says that it failed. */
function unforeseen(error: unknown): { readonly error: unknown } {
  reportFault(error, { kind: 'answer' });
  return { error };
}

/** Sorts a refusal into problems beside fields, warnings to confirm, and a failure of the form as a whole. */
function refusalOf(error: unknown, plan: DraftPlan, values: Values): Said {
  const failure = toFailure(error);
  const { warnings = [] } = failure.problem ?? {};
  const errors = (failure.problem?.errors ?? []).map((problem) => withTransition(plan, problem));
  reportDrift(plan, values, errors);
  if (failure.code === 'confirm_warnings') return { ...NOTHING, warnings };
  return { ...NOTHING, server: errors, summary: errors, failure: errors.length === 0 ? failure : null };
}

/** Reports rules that the browser found satisfied and the server found broken. Both run the same functions, so this is a defect. */
function reportDrift(plan: DraftPlan, values: Values, refused: readonly Problem[]): void {
  const satisfied = plan.satisfied(plan.settle(values));
  for (const { code } of refused) {
    if (satisfied.has(code))
      reportFault(new Error(`a rule was kept in the browser and broken on the server: ${code}`), {
        kind: 'drift',
        rule: code,
      });
  }
}

/** In the order of the fields on the page. Problems of no field come last. */
function inOrder(plan: DraftPlan, problems: readonly Problem[]): readonly Problem[] {
  const paths = plan.fields.map((field) => pathIn(plan, field));
  const place = (problem: Problem): number => {
    const index = paths.indexOf(fieldOfPath(problem.path));
    return index < 0 ? paths.length : index;
  };
  return problems.toSorted((a, b) => place(a) - place(b));
}

/** The problems of visible fields and of the form as a whole. */
function judgeAll(plan: DraftPlan, values: Values): readonly Problem[] {
  const settled = plan.settle(values);
  const visible = plan.visible(settled);
  const shown = plan.fields.filter((field) => visible.has(field.id));
  const paths = new Set(shown.map((field) => pathIn(plan, field)));
  const judged = plan.judge(settled).filter(({ path }) => path === '' || paths.has(fieldOfPath(path)));
  const told = new Set(judged.map(({ path }) => fieldOfPath(path)));
  const typed = shown.filter((field) => Object.hasOwn(values, field.id) && !told.has(pathIn(plan, field)));
  return [...judged, ...typed.flatMap((field) => unreadable(plan, field, settled[field.id] as Wire))] // a draft holds wire values
    .map((problem) => notChosen(problem, leftoverAt(settled, problem.path)))
    .map((problem) => withTransition(plan, problem));
}

/** What is no value of its field, where the plan judges nothing of it. */
function unreadable(plan: DraftPlan, field: Field, value: Wire | undefined): readonly Problem[] {
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  const code = isEmpty ? null : malformed(field, value);
  return code === null ? [] : [{ path: pathIn(plan, field), code, params: { field: field.id } }];
}

/** The text that was typed and not chosen at a path such as `lines[1].product` or `input.team`; null where there is none. */
function leftoverAt(settled: Holder, path: string): string | null {
  const [, field = '', line, column = ''] = /^(?:input\.)?([^[]*)(?:\[(\d+)\]\.?(.*))?$/.exec(path) ?? [];
  const value = (settled[field] ?? null) as Wire; // a draft holds wire values
  const lines = Array.isArray(value) ? value : [];
  return leftoverIn(line === undefined ? value : memberOf(lines[Number(line)], column));
}

/** The inputs of a transition are known by its id. */
function withTransition({ scope: { transition } }: DraftPlan, problem: Problem): Problem {
  const isInput = transition != null && problem.path.startsWith('input.');
  return isInput ? { ...problem, params: { transition, ...problem.params } } : problem;
}

/** The declared schema first, then what depends on other values. */
function resolverOf(plan: DraftPlan): Resolver<Entered> {
  return async (raw, context, options) => {
    const values = flatIn(plan, raw as Values); // only inputs put values in
    const settled = plan.settle(values);
    const visible = plan.visible(settled);
    const fields = plan.fields.filter((field) => visible.has(field.id) && Object.hasOwn(values, field.id));
    const given = nested(Object.fromEntries(fields.map((field) => [spokenId(field), settled[field.id] ?? null])), '');
    const shape = await standardSchemaResolver(formSchema(fields))(given, context, options as never); // the same form, typed by its schema
    const found = judgeAll(plan, values);
    const errors = Object.fromEntries(
      found.map(({ path, code }) => [fieldOfPath(path) || 'root', { type: code, message: code }]),
    );
    const all = { ...shape.errors, ...errors };
    return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values: raw, errors: {} };
  };
}
