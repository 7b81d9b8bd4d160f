import { useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { type Field, isLines, isRuntimeError, parentOf, partsBeside, type Problem } from '@ninefold/model';
import { type FieldPlace, fieldTexts, objectTexts } from '../../fields/contract/field-place.ts';
import { FormContext, type Message } from '../../fields/contract/form-place.ts';
import { ErrorSummary } from '../../kit/messages/error-summary.tsx';
import { WrittenAt } from '../../kit/messages/written-at.tsx';
import { SeenValues } from '../../fields/messages/seen-values.tsx';
import type { About } from '../../fields/messages/told-place.ts';
import { useTold, type Told } from '../../fields/messages/use-told.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { pathIn, type Draft, type DraftPlan } from '../draft/use-draft.ts';
import { useFormCommands } from './use-form-commands.ts';
import { fieldOfPath } from '../draft/problem-list.ts';

interface FormFrameProps {
  readonly draft: Draft;
  readonly onSubmit: () => void;
  readonly onCancel?: (() => void) | undefined;
  readonly label: string;
  readonly children: ReactNode;
}

const NONE: readonly Message[] = [];

/** A native form without the messages of the browser. Ctrl S and Ctrl Enter send it; Enter alone does where it asks for one thing only. */
export function FormFrame({ draft, onSubmit, onCancel, label, children }: FormFrameProps) {
  const told = useTold();
  const { problems, plan } = draft;
  useFormCommands(label, onSubmit);
  const place = useMemo(() => {
    const about = aboutOf(plan);
    const textOf = (problem: Problem): string => withRemedy(told, problem, about);
    const messages = Map.groupBy(
      problems.map((each) => ({ ...each, text: textOf(each) })),
      ({ path }) => path,
    );
    return {
      entity: plan.entity,
      controlId: draft.controlId,
      messages: (path: string) => messages.get(path) ?? NONE,
    };
    // The ids stay the same for the life of the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problems, told, plan]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // A dialog opened from this form is elsewhere in the page and has its own form.
    if (!isInside(event)) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && (event.key === 'Enter' || event.key.toLowerCase() === 's')) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && draft.visible.size > 1) {
      event.preventDefault(); // one Enter too many must not send a form that is half filled in
      const path = event.target.closest('[data-nf-field]')?.getAttribute('data-nf-field');
      const field = plan.fields.find((each) => pathIn(plan, each) === path);
      if (field) draft.leave(field); // what is wrong with it is said as when it is left
    } else if (event.key === 'Escape' && !event.defaultPrevented && !closesMenu(event.target)) onCancel?.();
  };
  return (
    <FormContext.Provider value={place}>
      {/* Handles the keys that work in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        noValidate
        aria-label={label}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          if (event.target === event.currentTarget) onSubmit();
        }}
      >
        {children}
      </form>
    </FormContext.Provider>
  );
}

/** Esc closes the menu of a field first. */
function closesMenu(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[aria-expanded="true"]') !== null;
}

/** Everything that the last attempt to send found, each a link to its field. */
export function DraftSummary({ draft }: { readonly draft: Draft }) {
  const texts = useTexts();
  const told = useTold();
  const { plan, summary } = draft;
  if (summary.length === 0) return null;
  const known = new Map(
    plan.fields.filter((field) => draft.visible.has(field.id)).map((field) => [pathIn(plan, field), field]),
  );
  const items = summary.map((problem) => {
    const field = known.get(fieldOfPath(problem.path));
    const text = told.text(problem, aboutOf(plan));
    const label = field && labelOf(texts, plan.placeOf(field), field, problem);
    return {
      path: problem.path,
      code: problem.code,
      text: label !== undefined && !isIn(label, text) ? texts.t('error.summary_item', { field: label, text }) : text,
      targetId: field ? targetOf(draft, problem.path) : null,
      seen: field ? null : <SeenValues entity={plan.entity} why={problem.why} />,
    };
  });
  return (
    <ErrorSummary key={draft.attempt} items={items}>
      <WrittenAt problems={summary} entity={plan.entity} />
    </ErrorSummary>
  );
}

/** What is asked for, of a reference to one of several entities as a whole, is called as the whole is; what stands in a line, by its column and line. */
function labelOf(texts: Texts, place: FieldPlace, field: Field, { code, path }: Problem): string {
  const [, line, id = ''] = /\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
  if (line !== undefined && isLines(field)) {
    const column = Object.hasOwn(field.fields, id) ? field.fields[id] : undefined;
    const label = fieldTexts(texts, column ? { ...place, lines: field.id } : place).label(column ?? field);
    return texts.t('inputs.in_line', { field: label, number: Number(line) + 1 });
  }
  const whole = code === 'required' && partsBeside(field).length > 0 ? parentOf(field.id) : null;
  return whole === null ? fieldTexts(texts, place).label(field) : objectTexts(texts, place, whole).label;
}

/** What a form is about: an entity, and the transition that it fires. */
function aboutOf({ entity, scope }: DraftPlan): About {
  return { entity, transition: scope.transition ?? undefined };
}

/** What is wrong, and what the specification says to do about it; the runtime's own messages already say that. */
function withRemedy(told: Told, problem: Problem, about: About): string {
  const text = told.text(problem, about);
  const remedy = isRuntimeError(problem.code) ? null : told.remedy(problem, about);
  return remedy === null ? text : `${text} ${remedy}`;
}

function isIn(label: string, text: string): boolean {
  return text.toLocaleLowerCase().includes(label.toLocaleLowerCase());
}

/** The control of the path itself, or that of its field where the path names a whole line. */
function targetOf(draft: Draft, path: string): string {
  return draft.controlId(path.endsWith(']') ? fieldOfPath(path) : path);
}

/** Whether the key was pressed inside the form element. React also passes keys of portals that its parts draw. */
function isInside({ currentTarget, target }: KeyboardEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}
