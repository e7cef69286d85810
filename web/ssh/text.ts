import { loadArea, textsOf } from '../texts/texts.ts';
import sshTexts from './texts/en.json';

await loadArea(
  'ssh',
  sshTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof sshTexts>('ssh');
