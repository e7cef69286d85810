import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { settingTexts } from './texts/en.ts';

await loadArea('settings', settingTexts, {
  he: async () => (await import('./texts/he.ts')).settingTexts,
});

export const text = textsOf<typeof settingTexts>('settings');
