import type { Entity } from '@ninefold/model';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { command, useCommands } from '../../kit/keyboard/commands.ts';
import { useTold } from '../../fields/messages/use-told.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { ShownTransition } from './primary.ts';

/** Offers the transitions of a record by name, each as its button does it; a blocked one with its first reason. */
export function useTransitionCommands(entity: Entity, shown: readonly ShownTransition[]): void {
  const texts = useTexts();
  const told = useTold();
  const commands = useMemo(
    () =>
      shown.map(({ transition: { id }, verdict }) => {
        const [reason] = verdict.reasons;
        const why = reason ? told.text(reason, { entity: entity.id, transition: id }) : texts.t('commands.blocked');
        return command({
          id: `transition.${entity.id}.${id}`,
          scope: 'record',
          label: texts.transition(entity.id, id),
          group: texts.entity(entity.id),
          blocked: verdict.verdict === 'blocked' ? why : null,
          run: () => document.querySelector<HTMLElement>(`main [data-nf-transition="${id}"]`)?.click(),
        });
      }),
    [texts, told, entity, shown],
  );
  useCommands(commands);
}

/** The parameter of a record's address that names a step whose dialog opens with the page. */
export const ASK = 'ask';

/** Presses the step that the address names, once, as soon as it is known that it can be taken. */
export function useAskedStep(shown: readonly ShownTransition[], onAsk: (step: ShownTransition) => void): void {
  const [params] = useSearchParams();
  const named = params.get(ASK);
  const done = useRef<string | null>(null);
  useEffect(() => {
    const step = shown.find(({ transition, verdict }) => transition.id === named && verdict.verdict === 'allowed');
    if (step === undefined || done.current === named) return;
    done.current = named;
    onAsk(step);
  }, [named, shown, onAsk]);
}
