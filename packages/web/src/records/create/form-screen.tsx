import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { evaluateWire, type Entity, type Field, type FormScreen, type Rights } from '@ninefold/model';
import { Loading } from '../../kit/messages/loading.tsx';
import { useFillable } from '../../base/model/use-fillable.ts';
import { useModel, useRights } from '../../base/model/use-model.ts';
import { NotFoundScreen } from '../../kit/page/not-found-screen.tsx';
import { COPY, useCopied } from './copied.ts';
import { creatable } from './creatable.ts';
import { CreateForm } from './create-form.tsx';
import { useLoadedValues, valuesOfAddress } from '../../forms/draft/prefill.ts';
import type { CreateSource } from './use-create.ts';
import { useDraftScope } from '../../forms/draft/use-draft-scope.ts';
import type { Values } from '../../forms/draft/use-draft.ts';

/** A form that creates a record. */
export function FormScreenView({ screen }: { readonly screen: FormScreen }) {
  const entity = useModel().entities[screen.entity];
  return entity ? <Prepared screen={screen} entity={entity} /> : <NotFoundScreen />;
}

function Prepared({ screen, entity: read }: { readonly screen: FormScreen; readonly entity: Entity }) {
  const entity = useFillable(read);
  const rights = useRights();
  const scope = useDraftScope();
  const [params] = useSearchParams();
  const fields = useMemo(() => formFields(screen, entity, rights), [screen, entity, rights]);
  const sendable = useMemo(() => creatable(entity, rights), [entity, rights]);
  // Initial values are computed once. A later clock tick must not overwrite typed values.
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

/** The form, once the records of its initial values are loaded. */
function Loaded({ initial, ...form }: CreateSource & { readonly screen: FormScreen }) {
  const loaded = useLoadedValues(initial, form.sendable);
  return loaded === null ? <Loading /> : <CreateForm {...form} initial={loaded} />;
}

function formFields(screen: FormScreen, entity: Entity, rights: Rights): readonly Field[] {
  const open = creatable(entity, rights);
  if (screen.only.length === 0) return open.filter((field) => !Object.hasOwn(screen.preset, field.id));
  return screen.only.flatMap((id) => open.find((field) => field.id === id) ?? []);
}
