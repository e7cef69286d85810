/** The input kind of a setting. It's determined by the declared value, not by the input. */

export type Kind = 'switch' | 'number' | 'text' | 'lines' | 'json';

const isStringList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

export function kindOf(declared: unknown): Kind {
  if (typeof declared === 'boolean') return 'switch';
  if (typeof declared === 'number') return 'number';
  if (typeof declared === 'string') return 'text';
  return isStringList(declared) ? 'lines' : 'json';
}

export function draftOf(kind: Kind, value: unknown): string {
  if (kind === 'lines') return (value as string[]).join('\n');
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

export type ParsedDraft =
  | { isRight: true; value: unknown }
  | { isRight: false; problem: 'numberNeeded' | 'jsonNeeded' };

export function parseDraft(kind: Kind, draft: string): ParsedDraft {
  if (kind === 'text') return { isRight: true, value: draft };
  if (kind === 'switch') return { isRight: true, value: draft === 'true' };
  if (kind === 'lines') return { isRight: true, value: linesOf(draft) };
  if (kind === 'number') {
    const value = Number(draft);
    return draft.trim() !== '' && Number.isFinite(value)
      ? { isRight: true, value }
      : { isRight: false, problem: 'numberNeeded' };
  }
  try {
    return { isRight: true, value: JSON.parse(draft) as unknown };
  } catch {
    return { isRight: false, problem: 'jsonNeeded' };
  }
}

/** One value per line. Empty lines are ignored. */
export const linesOf = (draft: string): string[] =>
  draft
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
