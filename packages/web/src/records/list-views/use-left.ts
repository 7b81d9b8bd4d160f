import { useMe, useModel } from '../../base/model/use-model.ts';
import { leftToday, readLeft } from './left-list.ts';

/** The query that leads to a list or view as the reader has left it today; empty where it is as it is written. */
export function useLeft(): (of: string) => string {
  const userId = useMe().id;
  const { timeZone } = useModel();
  return (of) => readLeft(localStorage, { userId, of, day: leftToday(timeZone) });
}
