/** The address, when it is one that a reader may safely open: web, mail, telephone, or inside the application. */
export function safeAddress(address: string): string | null {
  if (/^(https?:\/\/|mailto:|tel:)/i.test(address)) return address;
  if (/^(\/(?![/\\])|#)/.test(address)) return address;
  return null;
}
