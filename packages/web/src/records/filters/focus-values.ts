/** The button that was pressed to come here is gone: the first control for a value has the focus, else the first of all. */
export function focusValues(form: HTMLElement | null): void {
  const control = form?.querySelector<HTMLElement>('input:not([type="radio"])') ?? form?.querySelector('input');
  control?.focus();
}
