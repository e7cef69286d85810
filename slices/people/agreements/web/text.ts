import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import agreementTexts from './texts/en.json';

await loadArea(
  'agreements',
  agreementTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof agreementTexts>('agreements');
