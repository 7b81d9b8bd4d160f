import { isDate } from '@ninefold/model';
import { useSearchParams } from 'react-router';
import { useScope } from '../../base/model/use-model.ts';
import { ZOOM_NAMES, type Zoom } from './axis.ts';

/** What a Gantt chart shows, as its address says it beside the state of the list: `zoom=year&day=2026-11-26`. */
export interface AxisPlace {
  readonly zoom: Zoom;
  readonly day: string;
  readonly today: string;
}

/** The place, and what leads to another one. A quarter, and today, are left out of the address. */
export function useAxisPlace(): { readonly place: AxisPlace; readonly go: (next: Partial<AxisPlace>) => void } {
  const [params, setParams] = useSearchParams();
  const { today } = useScope();
  const day = params.get('day') ?? '';
  const place: AxisPlace = {
    zoom: ZOOM_NAMES.find((zoom) => zoom === params.get('zoom')) ?? 'quarter',
    day: isDate(day) ? day : today,
    today,
  };
  const go = (next: Partial<AxisPlace>): void => {
    const wanted = { ...place, ...next };
    const changed = new URLSearchParams(params);
    changed.delete('zoom');
    changed.delete('day');
    if (wanted.zoom !== 'quarter') changed.set('zoom', wanted.zoom);
    if (wanted.day !== today) changed.set('day', wanted.day);
    setParams(changed);
  };
  return { place, go };
}
