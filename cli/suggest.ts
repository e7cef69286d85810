/**
 * The number of edits between two words: insert, delete, replace, or swap two neighbors (optimal
 * string alignment distance).
 */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_row, index) => [
    index,
    ...Array<number>(b.length).fill(0),
  ]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let column = 1; column <= b.length; column++) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const edited = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + cost,
      );
      (rows[row] as number[])[column] = isSwap
        ? Math.min(edited, at(row - 2, column - 2) + 1)
        : edited;
    }
  }
  return at(a.length, b.length);
}

/**
 * The known word that was probably intended: at most a third of its letters differ, or one starts
 * with the other. Null if none is close.
 */
export function closestMatch(word: string, candidates: readonly string[]): string | null {
  const lower = word.toLowerCase();
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceTo(lower, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, distance }) =>
        distance <= Math.max(1, Math.floor(Math.max(candidate.length, word.length) / 3)),
    )
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate ?? null;
}

const distanceTo = (word: string, candidate: string): number =>
  word.length >= 3 && (candidate.startsWith(word) || word.startsWith(candidate))
    ? 1
    : editDistance(word, candidate);

/** ` Did you mean servers?`, or empty. */
export function suggestion(word: string, candidates: readonly string[], prefix = ''): string {
  const closestWord = closestMatch(word, candidates);
  return closestWord === null ? '' : ` Did you mean ${prefix}${closestWord}?`;
}
