/**
 * Patterns come from packages, so only patterns that can't block the portal are allowed: a sequence
 * of characters and classes, each with its own quantifier, without groups, alternatives, or back
 * references.
 */
const atom = /\\[dwsDWS.\\/^$|?*+()[\]{}-]|\[\^?(?:[^\]\\]|\\.)+\]|[^\\^$.|?*+()[\]{}]|\./;
const count = /[?*+]|\{\d{1,4}(?:,\d{0,4})?\}/;
const simple = new RegExp(`^\\^(?:(?:${atom.source})(?:${count.source})?)+\\$$`);
const maxVariable = 3;

/** Maximum length of values that are matched against a pattern. */
export const maxMatchedLength = 256;

export function isSafePattern(pattern: string): boolean {
  if (!simple.test(pattern)) return false;
  const variable = pattern.match(/[?*+]|\{\d+,\d*\}/g) ?? [];
  if (variable.length > maxVariable) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
