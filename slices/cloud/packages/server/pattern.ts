/**
 * Patterns come with packages, so only those are allowed that can't keep the portal busy:
 * characters and classes in a row, each with its own count; no groups, alternatives, or back
 * references.
 */
const piece = /\\[dwsDWS.\\/^$|?*+()[\]{}-]|\[\^?(?:[^\]\\]|\\.)+\]|[^\\^$.|?*+()[\]{}]|\./;
const count = /[?*+]|\{\d{1,4}(?:,\d{0,4})?\}/;
const simple = new RegExp(`^\\^(?:(?:${piece.source})(?:${count.source})?)+\\$$`);
const mostVariable = 3;

/** Values that are matched are not longer than this. */
export const longestMatched = 256;

export function isSafePattern(pattern: string): boolean {
  if (!simple.test(pattern)) return false;
  const variable = pattern.match(/[?*+]|\{\d+,\d*\}/g) ?? [];
  if (variable.length > mostVariable) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
