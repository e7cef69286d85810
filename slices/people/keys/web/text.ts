import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import keyTexts from './texts/en.json';

await loadArea(
  'keys',
  keyTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof keyTexts>('keys');

/** The description of a permission. A permission without one is shown by its code. */
export function scopeText(permission: string): string {
  const key = `scope_${permission.replace('.', '_')}`;
  return key in keyTexts ? text(key as Parameters<typeof text>[0]) : permission;
}
