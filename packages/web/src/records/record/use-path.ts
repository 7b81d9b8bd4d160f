import { type Entity, idOf, type RecordPath, type RecordValue, screenPath } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { api } from '../../base/store/api.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Crumb } from '../../kit/page/breadcrumb.tsx';

const pathApi = api.injectEndpoints({
  endpoints: (build) => ({
    path: build.query<RecordPath, { readonly entity: string; readonly id: string }>({
      query: ({ entity, id }) => `/_/path/${entity}/${encodeURIComponent(id)}`,
      providesTags: (_answer, _error, { entity }) => [{ type: 'list', id: entity }],
    }),
  }),
});

/** What stands above a record of a tree, the highest first, each leading to its page. None until it is known. */
export function usePath({ id: entity, tree }: Entity, record: RecordValue): readonly Crumb[] {
  const model = useModel();
  const texts = useTexts();
  const hasParent = tree !== null && idOf(record[tree]) !== null;
  const { currentData } = pathApi.usePathQuery({ entity, id: record.id }, { skip: !hasParent });
  if (!hasParent) return [];
  return (currentData?.items ?? []).map(({ id, title }) => ({
    text: title ?? texts.entity(entity),
    to: screenPath(model, entity, 'record', id) ?? undefined,
  }));
}
