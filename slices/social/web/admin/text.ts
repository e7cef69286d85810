import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import { socialAdminTexts } from './texts/en.ts';

await loadArea('socialAdmin', socialAdminTexts, {
  he: async () => (await import('./texts/he.ts')).socialAdminTexts,
});

export const text = textsOf<typeof socialAdminTexts>('socialAdmin');
