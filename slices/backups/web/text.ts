import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { backupTexts } from './texts/en.ts';
import './backups.css';

await loadArea('backups', backupTexts, {
  he: async () => (await import('./texts/he.ts')).backupTexts,
});

export const text = textsOf<typeof backupTexts>('backups');
