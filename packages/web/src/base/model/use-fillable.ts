import { withGivenRoles, type Entity } from '@ninefold/model';
import { useMemo } from 'react';
import { useMe, useModel } from './use-model.ts';

/** The entity as forms of this reader show it: of users, the roles to choose from are those that the reader may give. */
export function useFillable(entity: Entity): Entity {
  const model = useModel();
  const { roles } = useMe();
  return useMemo(() => withGivenRoles(model, roles, entity), [model, roles, entity]);
}
