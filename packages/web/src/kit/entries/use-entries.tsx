import { keysOf } from '@ninefold/model';
import { useState, type ChangeEvent, type ReactNode } from 'react';
import type { SummaryItem } from '../messages/error-summary.tsx';
import { reportFault } from '../../base/faults/faults.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { MIN_PASSWORD } from './secret-length.ts';

type Entered<K extends string> = Readonly<Record<K, string>>;

/** What is wrong with one entry; the words come from the texts of the moment, so that they change with the language. */
export interface Complaint {
  readonly path: string;
  readonly code?: string | undefined;
  readonly text: (texts: Texts) => string;
}

/** A form of a few texts that no entity describes. */
interface EntriesPlan<K extends string> {
  /** The ids of the controls are `<prefix>-<field>`. */
  readonly prefix: string;
  readonly initial: Entered<K>;
  /** What is missing or wrong, as keys of the shell texts. */
  readonly find: (entered: Entered<K>) => Readonly<Partial<Record<K, string>>>;
  /** What a refusal says about the fields; what is left of it stands in a banner. */
  readonly complaintsOf: (failure: Failure) => readonly Complaint[];
}

interface Entries<K extends string> {
  readonly entered: Entered<K>;
  readonly busy: boolean;
  /** Why sending failed, where no field is to blame. */
  readonly failure: Failure | null;
  /** Everything that the last attempt found, and how many attempts found something. */
  readonly summary: readonly SummaryItem[];
  readonly attempt: number;
  /** What ties a control to its field. */
  readonly control: (field: K) => {
    readonly id: string;
    readonly value: string;
    readonly error: ReactNode;
    readonly 'aria-required': true;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
    readonly onBlur: () => void;
  };
  /** Sends what was entered if nothing is wrong with it; `send` answers with the error, if any. */
  readonly submit: (send: (entered: Entered<K>) => Promise<unknown>) => Promise<void>;
  /** Empties what was sent; what was typed on since stays. */
  readonly empty: () => void;
}

interface Outcome {
  readonly attempt: number;
  /** What the last attempt found. */
  readonly found: readonly Complaint[];
  readonly failure: Failure | null;
}

const NOTHING: Outcome = { attempt: 0, found: [], failure: null };

/** Shows no error of a field before it is left or the form is sent. Afterwards every input is judged. */
export function useEntries<K extends string>(plan: EntriesPlan<K>): Entries<K> {
  const texts = useTexts();
  const [entered, setEntered] = useState(plan.initial);
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly Complaint[]>([]);
  const [outcome, setOutcome] = useState(NOTHING);
  const [busy, setBusy] = useState(false);
  const wrong = complaints(plan.find(entered));
  const messageOf = (field: K): ReactNode => {
    const own = judged.has(field) ? wrong : [];
    const said = [...refused, ...own].find(({ path }) => path === field);
    return said && <span data-nf-error={said.code}>{said.text(texts)}</span>;
  };
  const end = (found: readonly Complaint[], failure: Failure | null): void =>
    setOutcome({ attempt: outcome.attempt + 1, found, failure });
  return {
    entered,
    busy,
    failure: outcome.failure,
    attempt: outcome.attempt,
    summary: outcome.found.map(({ path, code, text }) => ({
      path,
      code,
      text: text(texts),
      targetId: path in plan.initial ? `${plan.prefix}-${path}` : null,
    })),
    control: (field) => ({
      id: `${plan.prefix}-${field}`,
      value: entered[field],
      error: messageOf(field),
      'aria-required': true,
      onChange: ({ currentTarget: { value } }) => {
        setEntered((before) => ({ ...before, [field]: value }));
        setRefused((before) => before.filter(({ path }) => path !== field));
      },
      onBlur: () => entered[field] !== '' && !isPressing() && setJudged(new Set([...judged, field])),
    }),
    submit: async (send) => {
      if (busy) return undefined;
      setJudged(new Set(Object.keys(plan.initial)));
      if (wrong.length > 0) return end(wrong, null);
      setBusy(true);
      const error = await send(entered).catch((broken: unknown) => {
        reportFault(broken, { kind: 'answer' });
        return broken;
      });
      setBusy(false);
      if (error === undefined) return setOutcome(NOTHING);
      const failure = toFailure(error);
      const found = plan.complaintsOf(failure);
      setRefused(found);
      return end(found, found.length > 0 ? null : failure);
    },
    empty: () => {
      setEntered((now) => emptied(plan.initial, entered, now));
      setJudged(new Set());
    },
  };
}

/** The entries after they were sent: those that are as they were sent are empty again. */
function emptied<K extends string>(initial: Entered<K>, sent: Entered<K>, now: Entered<K>): Entered<K> {
  const changed = keysOf(now).filter((field) => now[field] !== sent[field]);
  return changed.reduce((entries, field) => ({ ...entries, [field]: now[field] }), initial);
}

function complaints(found: Readonly<Partial<Record<string, string>>>): readonly Complaint[] {
  return Object.entries(found).flatMap(([path, key]) =>
    key === undefined ? [] : [{ path, text: ({ t }: Texts) => t(key, { count: MIN_PASSWORD }) }],
  );
}

/** What the server says about each field. */
export function problemsOf({ problem }: Pick<Failure, 'problem'>): readonly Complaint[] {
  return (problem?.errors ?? []).map((each) => ({
    path: each.path,
    code: each.code,
    text: (texts) => texts.problem(each, { entity: 'user' }),
  }));
}

/** No message may appear while a button is pressed: it would move the button away from the pointer, and the click would be lost. */
function isPressing(): boolean {
  return document.querySelector('button:active') !== null;
}
