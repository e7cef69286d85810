/** A TCP port as entered. Null if it is invalid. */
export function portOf(typed: string): number | null {
  const port = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}
