import { useState } from 'react';
import type { Entity } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useLimit, useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './import.module.css';
import { dropImport, keptImports } from './kept-imports.ts';
import { Written } from './written.tsx';

/** The imports that this user made in this browser: what they wrote, and their undoing. */
export function PastImports({ entity }: { readonly entity: Entity }) {
  const { t } = useTexts();
  const format = useFormat();
  const days = useLimit('draft_days');
  const place = { user: useMe().id, entity: entity.id };
  const [past] = useState(() => keptImports(localStorage, place, { days, now: Date.now() }));
  if (past.length === 0) return null;
  return (
    <section className={classes['step']} aria-labelledby="nf-import-past">
      <h2 id="nf-import-past">{t('import.past')}</h2>
      {past.map((each) => (
        <div key={each.answer.between[0]} className={classes['step']} data-nf-import-past={each.file}>
          <h3>{t('import.past_file', { name: each.file, at: format.readInstant(each.answer.between[0]) })}</h3>
          <Written
            entity={entity}
            answer={each.answer}
            asks
            onUndone={() => dropImport(localStorage, place, each.answer.between)}
          />
        </div>
      ))}
    </section>
  );
}
