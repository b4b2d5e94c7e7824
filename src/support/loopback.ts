/** True if a host name or address is this machine's: `localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return /^(?:(?:.*\.)?localhost|::1|127(?:\.\d{1,3}){3})$/.test(name);
}
