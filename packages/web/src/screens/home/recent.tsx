import { Link } from 'react-router';
import { useMe, useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { readRecent } from '../../base/session/recent-records.ts';
import classes from './home.module.css';

/** The records that the reader had open last; nothing where there are none. */
export function Recent() {
  const { t, entity } = useTexts();
  const me = useMe();
  const model = useModel();
  const recent = readRecent(localStorage, me.id).filter((each) => each.entity in model.entities);
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="nf-recent">
      <h2 id="nf-recent">{t('home.recent')}</h2>
      <ul className={classes['recent']}>
        {recent.map((each) => (
          <li key={`${each.entity} ${each.id}`}>
            <Link to={each.path}>
              <bdi>{each.title}</bdi>
            </Link>
            <span>{entity(each.entity)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
