import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { keyTexts } from './texts/en.ts';

await loadArea('keys', keyTexts, { he: async () => (await import('./texts/he.ts')).keyTexts });

export const text = textsOf<typeof keyTexts>('keys');

/** The description of a permission. A permission without one is shown by its code. */
export function scopeText(permission: string): string {
  const key = `scope_${permission.replace('.', '_')}`;
  return key in keyTexts ? text(key as Parameters<typeof text>[0]) : permission;
}
