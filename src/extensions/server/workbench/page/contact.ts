/** The key under which the browser keeps a person's contact address. */
const KEY = 'contact';

/** The contact address that the person gave last; empty before. */
export function contactOf(): string {
  return localStorage.getItem(KEY) ?? '';
}

/** Keeps it for the next time. */
export function keepContact(contact: string): void {
  if (contact !== '') localStorage.setItem(KEY, contact);
}
