import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import requestTexts from './texts/en.json';

await loadArea(
  'vendorRequests',
  requestTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof requestTexts>('vendorRequests');
