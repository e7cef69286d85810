import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import firewallTexts from './texts/en.json';

await loadArea(
  'firewall',
  firewallTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof firewallTexts>('firewall');
