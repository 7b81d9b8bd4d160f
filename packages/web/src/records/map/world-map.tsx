import 'leaflet/dist/leaflet.css';
import {
  circleMarker,
  control,
  latLngBounds,
  layerGroup,
  map as createMap,
  tileLayer,
  type LayerGroup,
  type Map,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { Box } from './map-query.ts';
import styles from './map.module.css';

/** A record on the map. */
export interface Point {
  readonly id: string;
  readonly title: string;
  readonly place: readonly [lat: number, lon: number];
}

interface WorldMapProps {
  readonly tiles: { readonly url: string; readonly credit: string };
  readonly points: readonly Point[];
  readonly chosen: string | null;
  readonly label: string;
  readonly onChoose: (id: string) => void;
  /** Told which part of the world is in sight. */
  readonly onMove: (box: Box) => void;
}

const CLOSEST = 13;

/** The map itself: moved and zoomed by mouse, finger, arrow keys, + and -. It begins where the first points are. */
export function WorldMap(props: WorldMapProps) {
  const { points, chosen, onChoose } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<LayerGroup | null>(null);
  useMap(box, drawn, props);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    const layer = drawn.current;
    layer?.clearLayers();
    for (const { id, title, place } of points) {
      const isChosen = id === chosen;
      const marker = circleMarker([...place], {
        radius: isChosen ? 10 : 7,
        className: (isChosen ? styles['chosen'] : styles['point']) ?? '',
      });
      const name = document.createElement('bdi');
      name.textContent = title;
      marker.bindTooltip(name).on('click', () => choose.current(id));
      layer?.addLayer(marker);
    }
  }, [points, chosen]);
  return <div ref={box} className={styles['world']} />;
}

/** Draws the map once. */
function useMap(
  box: { readonly current: HTMLDivElement | null },
  drawn: { current: LayerGroup | null },
  { tiles, points, label, onMove }: WorldMapProps,
): void {
  const { t } = useTexts();
  const moved = useRef(onMove);
  useEffect(() => {
    moved.current = onMove;
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const world = createMap(element, { zoomControl: false, attributionControl: false, worldCopyJump: true });
    element.setAttribute('role', 'region');
    element.setAttribute('aria-label', label);
    control.zoom({ zoomInTitle: t('map.closer'), zoomOutTitle: t('map.further') }).addTo(world);
    const credit = document.createElement('span');
    credit.textContent = tiles.credit;
    control.attribution({ prefix: false }).addTo(world).addAttribution(credit.innerHTML);
    tileLayer(tiles.url, { maxZoom: 19 }).addTo(world);
    drawn.current = layerGroup().addTo(world);
    world.on('moveend', () => moved.current(boxOf(world)));
    if (points.length === 0) world.setView([20, 0], 2);
    else world.fitBounds(latLngBounds(points.map(({ place }) => [...place])), { padding: [24, 24], maxZoom: CLOSEST });
    return () => {
      world.remove();
      drawn.current = null;
    };
    // The first points say where it begins; it stays where the reader moves it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

function boxOf(world: Map): Box {
  const bounds = world.getBounds();
  return { south: bounds.getSouth(), north: bounds.getNorth(), west: bounds.getWest(), east: bounds.getEast() };
}
