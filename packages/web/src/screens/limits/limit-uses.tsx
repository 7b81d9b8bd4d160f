import type { LimitEffect, LimitUse, LimitUses as Uses } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './limits.module.css';

const EFFECTS: readonly LimitEffect[] = ['at_once', 'planned_anew', 'from_now_on'];

/** What is worked out from a limit, in the order of how soon a new value acts on it. */
export function LimitUses({ limit, uses: { items, others } }: { readonly limit: string; readonly uses: Uses }) {
  const { t } = useTexts();
  const said = useSaid();
  const ofEffect = (effect: LimitEffect): readonly LimitUse[] => items.filter((use) => use.effect === effect);
  return (
    <section className={`nf-panel ${classes['panel'] ?? ''}`} aria-labelledby="limit-uses" data-nf-limit-uses={limit}>
      <h2 id="limit-uses">{t('limit_page.uses')}</h2>
      {items.length === 0 && others === 0 && <p>{t('limit_page.unused')}</p>}
      {EFFECTS.filter((effect) => ofEffect(effect).length > 0).map((effect) => (
        <div key={effect} data-nf-effect={effect}>
          <h3>{t(`limit_page.effects.${effect}`)}</h3>
          <ul>
            {ofEffect(effect).map((use) => (
              <li key={`${use.kind} ${use.entity ?? ''} ${use.id ?? ''}`}>{said(use)}</li>
            ))}
          </ul>
        </div>
      ))}
      {others > 0 && <p>{t('limit_page.others', { count: others })}</p>}
      <p>{t('limit_page.stored')}</p>
    </section>
  );
}

function useSaid(): (use: LimitUse) => string {
  const texts = useTexts();
  const { screens } = useModel();
  const { t } = texts;
  return ({ entity, kind, id, waiting }) => {
    const screen = kind === 'screen' ? screens.find((one) => one.id === id) : undefined;
    const name = screen === undefined ? nameOf(texts, { entity, kind, id }) : texts.screen(screen);
    const of = entity === null ? '' : texts.entity(entity);
    const said = t(`limit_page.kinds.${kind}`, { entity: of, name });
    return waiting === undefined ? said : t('limit_page.waiting', { said, count: waiting });
  };
}

/** What the place is called. */
function nameOf(
  texts: ReturnType<typeof useTexts>,
  { entity, kind, id }: Pick<LimitUse, 'entity' | 'kind' | 'id'>,
): string {
  if (id === null || entity === null) return '';
  if (kind === 'field') {
    const [lines = '', inner] = id.split('.');
    return inner === undefined ? texts.field(entity, id) : texts.lineField(entity, lines, inner);
  }
  return kind === 'transition' || kind === 'timer' ? texts.transition(entity, id) : id.replaceAll('_', ' ');
}
