import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { firewallTexts } from './texts/en.ts';

await loadArea('firewall', firewallTexts, {
  he: async () => (await import('./texts/he.ts')).firewallTexts,
});

export const text = textsOf<typeof firewallTexts>('firewall');
