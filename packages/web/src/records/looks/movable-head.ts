/** A press that moves so many pixels drags; one that moves less is a click. */
const DRAGGED_PX = 6;

/**
 * Lets a mouse drag a column by its head to another place of its row: `moved` gets by how many places, negative towards the
 * beginning. The place is marked with `data-drop` on the head beside it; Escape leaves all as it is, and the click that ends
 * the dragging sorts nothing. Gives what takes this away again.
 */
export function movableHead(head: HTMLElement, moved: (by: number) => void): () => void {
  let end: (() => void) | null = null;
  const begin = (event: PointerEvent): void => {
    const isHandle = event.target instanceof Element && event.target.closest('[data-nf-resize]') !== null;
    if (event.button !== 0 || event.pointerType !== 'mouse' || isHandle) return;
    end?.();
    end = press(head, event.clientX, moved);
  };
  head.addEventListener('pointerdown', begin);
  return () => {
    head.removeEventListener('pointerdown', begin);
    end?.();
  };
}

/** From a press on a head until it is let go. */
function press(head: HTMLElement, from: number, moved: (by: number) => void): () => void {
  const whole = new AbortController();
  const options = { signal: whole.signal };
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-nf-field]') ?? [])];
  const own = heads.indexOf(head);
  let by: number | null = null; // null: nothing is dragged yet
  const end = (): void => {
    whole.abort();
    delete head.dataset['dragged'];
    for (const each of heads) delete each.dataset['drop'];
  };
  const move = (event: PointerEvent): void => {
    if (by === null && Math.abs(event.clientX - from) < DRAGGED_PX) return;
    by = placeAt(heads, event.clientX) - own;
    head.dataset['dragged'] = '';
    for (const [index, each] of heads.entries()) {
      if (by !== 0 && index === own + by) each.dataset['drop'] = by < 0 ? 'before' : 'after';
      else delete each.dataset['drop'];
    }
  };
  const letGo = (): void => {
    if (by !== null) {
      swallowClick();
      if (by !== 0) moved(by);
    }
    end();
  };
  addEventListener('pointermove', move, options);
  addEventListener('pointerup', letGo, options);
  addEventListener('pointercancel', end, options);
  addEventListener('blur', end, options);
  addEventListener('selectstart', (event) => event.preventDefault(), options);
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || by === null) return;
    event.stopPropagation();
    addEventListener('pointerup', swallowClick, { once: true });
    end();
  };
  addEventListener('keydown', escape, { ...options, capture: true });
  return end;
}

/** The place among these heads over which a pointer is. */
function placeAt(heads: readonly HTMLElement[], x: number): number {
  const distances = heads.map((each) => {
    const { left, right } = each.getBoundingClientRect();
    return Math.max(left - x, x - right, 0);
  });
  return distances.indexOf(Math.min(...distances));
}

/** The click that follows at once. */
function swallowClick(): void {
  const swallow = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}
