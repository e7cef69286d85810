import { isSurelyPrintable } from './surelyPrintable.ts';

/**
 * Letters that documents print as a replacement sign, each once, in the order of the texts; those
 * of all texts within a value. The fonts are opened only for a text that may have one.
 */
export async function unprintableIn(value: unknown): Promise<string[]> {
  const texts = textsIn(value).filter((text) => !isSurelyPrintable(text));
  if (texts.length === 0) return [];
  const { openFaces, unprintableLetters } = await import('../pdf/faces.ts');
  const faces = await openFaces();
  return [...new Set(texts.flatMap((text) => unprintableLetters(text, faces)))];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
