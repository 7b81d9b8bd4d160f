interface KeyLike {
  readonly keyCode?: number;
  readonly isComposing?: boolean;
  readonly nativeEvent?: { readonly isComposing?: boolean; readonly keyCode?: number };
}

/** True while an input method is converting: Enter, Esc and arrows then belong to it (Safari says it by key code 229 alone). */
export function isComposing(event: KeyLike): boolean {
  const native = event.nativeEvent ?? event;
  return native.isComposing === true || native.keyCode === 229 || event.keyCode === 229;
}
