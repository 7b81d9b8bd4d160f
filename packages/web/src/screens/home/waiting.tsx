import { Link } from 'react-router';
import { useModel } from '../../base/model/use-model.ts';
import { screenPath } from '../../base/model/screen-path.ts';
import { useTexts } from '../../base/texts/use-texts.ts';
import { Figure } from './figure.tsx';
import type { HomeAnswer } from '../../base/calls/home-api.ts';
import classes from './home.module.css';

/** Per entity, how many records wait for the reader; each figure leads to those records. */
export function Waiting({ waiting }: { readonly waiting: HomeAnswer['waiting'] }) {
  const texts = useTexts();
  const model = useModel();
  return (
    <ul className={classes['figures']}>
      {waiting.map((each) => {
        const list = screenPath(model, each.entity, 'list');
        const content = <Figure count={each} label={texts.entityMany(each.entity)} />;
        return (
          <li key={each.entity} data-nf-waiting={each.entity}>
            {list === null ? content : <Link to={{ pathname: list, search: whereSearch(each.where) }}>{content}</Link>}
          </li>
        );
      })}
    </ul>
  );
}

/** The search part of a list's address that shows only the records of a condition. */
function whereSearch(where: string): string {
  return `?${new URLSearchParams({ where }).toString()}`;
}
