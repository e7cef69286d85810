import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { consoleTexts } from './texts/en.ts';

await loadArea('consoles', consoleTexts, {
  he: async () => (await import('./texts/he.ts')).consoleTexts,
});

export const text = textsOf<typeof consoleTexts>('consoles');
