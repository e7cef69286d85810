import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import ledgerTexts from './texts/en.json';

await loadArea(
  'ledger',
  ledgerTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof ledgerTexts>('ledger');
