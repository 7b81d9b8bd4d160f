import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { evaluateWire, type Entity, type Field, type FormScreen, type Rights } from '@ninefold/model';
import { Loading } from '../frame/loading.tsx';
import { useModel, useRights } from '../model/use-model.ts';
import { NotFoundScreen } from '../pages/not-found-screen.tsx';
import { COPY, useCopied } from './copied.ts';
import { creatable } from './creatable.ts';
import { CreateForm } from './create-form.tsx';
import { useLoadedValues, valuesOfAddress } from './prefill.ts';
import type { CreateSource } from './use-create.ts';
import { useDraftScope } from './use-draft-scope.ts';
import type { Values } from './use-draft.ts';

/** A form that creates a record. */
export function FormScreenView({ screen }: { readonly screen: FormScreen }) {
  const entity = useModel().entities[screen.entity];
  return entity ? <Prepared screen={screen} entity={entity} /> : <NotFoundScreen />;
}

function Prepared({ screen, entity }: { readonly screen: FormScreen; readonly entity: Entity }) {
  const rights = useRights();
  const scope = useDraftScope();
  const [params] = useSearchParams();
  const fields = useMemo(() => formFields(screen, entity, rights), [screen, entity, rights]);
  const sendable = useMemo(() => creatable(entity, rights), [entity, rights]);
  // What the address and the screen give is taken once; a moving clock must not undo what was typed.
  const given = useMemo((): Values => {
    const preset = Object.entries(screen.preset).flatMap(([id, expression]) => {
      const field = entity.fields[id];
      const value = field === undefined ? undefined : evaluateWire(expression, scope, field);
      return value === undefined ? [] : [[id, value] as const];
    });
    return { ...Object.fromEntries(preset), ...valuesOfAddress(params, sendable) };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [screen, entity]);
  const copied = useCopied(entity.id, params.get(COPY), fields);
  const initial = useMemo(() => copied && { ...copied, ...given }, [copied, given]);
  if (initial === null) return <Loading />;
  return <Loaded screen={screen} entity={entity} fields={fields} sendable={sendable} initial={initial} />;
}

/** The form, once the records that it begins with are there. */
function Loaded({ initial, ...form }: CreateSource & { readonly screen: FormScreen }) {
  const loaded = useLoadedValues(initial, form.sendable);
  return loaded === null ? <Loading /> : <CreateForm {...form} initial={loaded} />;
}

function formFields(screen: FormScreen, entity: Entity, rights: Rights): readonly Field[] {
  const open = creatable(entity, rights);
  if (screen.only.length === 0) return open.filter((field) => !Object.hasOwn(screen.preset, field.id));
  return screen.only.flatMap((id) => open.find((field) => field.id === id) ?? []);
}
