import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { handleFailures } from '../client.ts';
import publicTexts from '../texts/public/en.json';
import { currentLanguage, loadArea, onLanguage } from '../texts/texts.ts';
import { UnavailablePage } from './pages/UnavailablePage.tsx';

/** Shows a message about the database outage on every screen. */
export async function mountAway(container: HTMLElement): Promise<void> {
  handleFailures(null);
  await loadArea(
    'public',
    publicTexts,
    import.meta.glob(['../texts/public/*.json', '!../texts/public/en.json'], { import: 'default' }),
  );
  createRoot(container).render(<Offline />);
}

function Offline() {
  const language = useSyncExternalStore(onLanguage, currentLanguage);
  return <UnavailablePage key={language} />;
}
