import { isKnownPrintable } from './isKnownPrintable.ts';

/**
 * The letters of all texts within a value that documents print as a placeholder, each once, in
 * order of appearance. The fonts are loaded only for texts that may contain such letters.
 */
export async function unprintableIn(value: unknown): Promise<string[]> {
  const texts = textsIn(value).filter((text) => !isKnownPrintable(text));
  if (texts.length === 0) return [];
  const { openFaces, unprintableLetters } = await import('../pdf/fontFaces.ts');
  const faces = await openFaces();
  return [...new Set(texts.flatMap((text) => unprintableLetters(text, faces)))];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
