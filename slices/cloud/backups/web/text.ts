import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import backupTexts from './texts/en.json';

await loadArea(
  'backups',
  backupTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof backupTexts>('backups');
