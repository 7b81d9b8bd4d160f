/** An id as words: `service_desk` is `Service desk`. */
export function words(id: string): string {
  const text = id.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
