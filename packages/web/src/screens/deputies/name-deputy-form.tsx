import { idOf, isDate, PLAIN_FIELD, PLAIN_REFERENCE, type Field, type Problem, type Wire } from '@ninefold/model';
import { useState, type FormEvent } from 'react';
import { leftoverIn, notChosen } from '../../fields/contract/leftover.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { ActionFailure } from '../../fields/messages/error-banner.tsx';
import { useTold } from '../../fields/messages/use-told.ts';
import { afterPress } from '../../forms/draft/after-press.ts';
import { LeaveGuard } from '../../forms/view/leave-guard.tsx';
import { SaveButton } from '../../kit/controls/save-button.tsx';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import { useScope } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useNameDeputyMutation, type DeputyWanted } from './deputies-api.ts';
import classes from './deputies.module.css';

type Name = keyof DeputyWanted;
type Entered = Readonly<Record<Name, Wire>>;

const FIELDS: Readonly<Record<Name, Field>> = {
  deputy: { ...PLAIN_REFERENCE, id: 'deputy', to: 'user', inverse: '' },
  from: { ...PLAIN_FIELD, id: 'from', type: 'date', era: false },
  until: { ...PLAIN_FIELD, id: 'until', type: 'date', era: false },
};
const NAMES: readonly Name[] = ['deputy', 'from', 'until'];
const LABELS: Readonly<Record<Name, string>> = {
  deputy: 'deputies.person',
  from: 'deputies.from',
  until: 'deputies.until',
};

function isName(path: string): path is Name {
  return Object.hasOwn(LABELS, path);
}

/** Names a deputy of the reader for some days. `today` is where the first day begins. */
export function NameDeputyForm({ today }: { readonly today: string }) {
  const { t } = useTexts();
  const told = useTold();
  const format = useFormat();
  const [entered, setEntered] = useState<Entered | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [left, setLeft] = useState<readonly Name[]>([]);
  const [name, { isLoading }] = useNameDeputyMutation();
  const untouched: Entered = { deputy: null, from: today, until: null };
  const values = entered ?? untouched;
  /** The words of a problem: what the entry is called, and its days as the reader writes them. */
  const shownIn = ({ path, params }: Problem): Readonly<Record<string, string>> => {
    const days = Object.entries(params).filter(([, day]) => typeof day === 'string' && isDate(day));
    const label = isName(path) ? { field: t(LABELS[path]) } : {};
    return { ...label, ...Object.fromEntries(days.map(([name, day]) => [name, format.date(String(day))])) };
  };
  const submit = async (): Promise<boolean> => {
    if (isLoading) return false;
    setAttempt(attempt + 1);
    setFailure(null);
    const found = problemsIn(values);
    setProblems(found);
    if (found.length > 0) return false;
    const wanted = { deputy: idOf(values.deputy) ?? '', from: String(values.from), until: String(values.until) };
    const { error } = await name(wanted);
    if (error === undefined) {
      setEntered((now) => (now === entered ? null : now)); // what was typed since stays
      return true;
    }
    const failed = toFailure(error);
    const said = failed.problem?.errors ?? [];
    setProblems(said);
    setFailure(said.length > 0 ? null : failed);
    return false;
  };
  const said = (each: Problem) => ({
    path: each.path,
    code: each.code,
    text: told.text({ code: each.code, params: each.params }, { shown: shownIn(each) }),
    targetId: `deputy-${each.path}`,
  });
  const summary = problems.map(said);
  const typed = problemsIn(values).filter(
    ({ path, code }) => code !== 'required' && left.some((each) => each === path),
  );
  const shown = [...summary, ...typed.map(said)];
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
      {NAMES.map((each) => (
        <Entry
          key={each}
          name={each}
          value={values[each]}
          error={shown.find(({ path }) => path === each) ?? null}
          onLeft={() => afterPress(() => setLeft((before) => [...before, each]))}
          onChange={(value) => {
            setEntered((before) => ({ ...(before ?? untouched), [each]: value })); // a picked person may come after a typed day
            setProblems((before) => before.filter(({ path }) => path !== each));
            setLeft((before) => before.filter((path) => path !== each));
          }}
        />
      ))}
      {failure && <ActionFailure failure={failure} onRetry={() => void submit()} />}
      <SaveButton busy={isLoading}>{t('deputies.name')}</SaveButton>
      <LeaveGuard when={entered !== null} onSave={submit} onDiscard={() => undefined} verb={t('deputies.name')} />
    </form>
  );
}

/** What is missing, or is no person or day. */
function problemsIn(values: Entered): readonly Problem[] {
  return NAMES.flatMap((path): readonly Problem[] => {
    const value = values[path];
    if (value === null || value === '') return [{ path, code: 'required', params: {} }];
    if (path === 'deputy')
      return idOf(value) === null ? [notChosen({ path, code: 'no_such_record', params: {} }, leftoverIn(value))] : [];
    return typeof value === 'string' && isDate(value) ? [] : [{ path, code: 'bad_date', params: {} }];
  });
}

interface EntryProps {
  readonly name: Name;
  readonly value: Wire;
  readonly error: { readonly code: string; readonly text: string } | null;
  readonly onLeft: () => void;
  readonly onChange: (value: Wire) => void;
}

function Entry({ name, value, error, onLeft, onChange }: EntryProps) {
  const { t } = useTexts();
  const scope = useScope();
  const id = `deputy-${name}`;
  return (
    <div>
      <label htmlFor={id}>{t(LABELS[name])}</label>
      {error !== null && (
        <p id={`${id}-error`} className={classes['wrong']} data-nf-error={error.code}>
          {error.text}
        </p>
      )}
      <FieldInput
        field={FIELDS[name]}
        place={{ entity: '' }}
        id={id}
        value={value}
        onChange={onChange}
        onBlur={onLeft}
        invalid={error !== null}
        required
        describedBy={error === null ? undefined : `${id}-error`}
        label={t(LABELS[name])}
        scope={scope}
      />
    </div>
  );
}
