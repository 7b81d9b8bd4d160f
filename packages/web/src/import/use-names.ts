import i18next from 'i18next';
import type { Entity } from '@ninefold/model';
import { useEffect, useMemo, useState } from 'react';
import { useModel } from '../model/use-model.ts';
import type { CellContext } from './cell-value.ts';
import type { NamesOf } from './columns.ts';

/** The names of an entity's fields and options in every language of the application, and the words for yes and no. */
export function useNames(entity: Entity): Pick<CellContext, 'yes' | 'no'> & { readonly names: NamesOf } {
  const { languages } = useModel();
  const [loaded, setLoaded] = useState(0);
  useEffect(() => {
    const missing = languages.filter((language) => !i18next.hasResourceBundle(language, 'app'));
    void i18next.reloadResources(missing, ['app']).then(() => setLoaded((count) => count + 1));
  }, [languages]);
  return useMemo(() => {
    const texts = (namespace: string, key: string): readonly string[] =>
      languages.flatMap((language) => {
        const text: unknown = i18next.getResource(language, namespace, key);
        return typeof text === 'string' ? [text] : [];
      });
    const names: NamesOf = ({ id }, option) => {
      const key = `entities.${entity.id}.fields.${id}`;
      return option === undefined
        ? [id, ...texts('app', `${key}.label`)]
        : [option, ...texts('app', `${key}.options.${option}.label`)];
    };
    return { names, yes: texts('shell', 'inputs.yes'), no: texts('shell', 'inputs.no') };
    // Texts that have arrived are not seen by React.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [languages, entity, loaded]);
}
