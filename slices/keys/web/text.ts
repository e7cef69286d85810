import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { keyTexts } from './texts/en.ts';

await loadArea('keys', keyTexts, { he: async () => (await import('./texts/he.ts')).keyTexts });

export const text = textsOf<typeof keyTexts>('keys');

/** What a permission lets somebody do, in words. One that has none yet shows as itself. */
export function scopeText(permission: string): string {
  const key = `scope_${permission.replace('.', '_')}`;
  return key in keyTexts ? text(key as Parameters<typeof text>[0]) : permission;
}
