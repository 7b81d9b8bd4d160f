import type { NotShown } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './not-shown.module.css';

const POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

function Open({ open }: { readonly open: readonly NotShown[] }) {
  const { t } = useTexts();
  return (
    <ul>
      {open.map((each) => (
        <li key={each.place} data-nf-missing={each.place}>
          <strong>{t('not_shown.label')}</strong> {each.question ?? <code className="nf-code">{each.place}</code>}
          {each.ask !== null && <> {t('not_shown.ask', { who: each.ask })}</>}
          <div className={classes['assumed']}>
            {t('not_shown.assumed', { assumption: t(`assumed.${each.assumed}`) })}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What the specification leaves open, by point, and what the runtime assumes for now. */
export function NotShownLedger() {
  const { t } = useTexts();
  const { notShown } = useModel();
  return (
    <section aria-labelledby="nf-ledger" data-nf-ledger>
      <h2 id="nf-ledger">{t('not_shown.title')}</h2>
      <p>{t(notShown.length === 0 ? 'not_shown.complete' : 'not_shown.intro')}</p>
      <ol className={classes['points']}>
        {POINTS.map((point) => {
          const open = notShown.filter((each) => each.point === point);
          return (
            <li key={point} className="nf-panel" data-nf-point={point}>
              <h3>{t(`point.${point}`)}</h3>
              {open.length === 0 ? <p>{t('not_shown.complete')}</p> : <Open open={open} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
