export type Scheme = 'light' | 'dark' | 'auto';

const storageKey = 'mantine-color-scheme-value';

/** The color scheme stored in this browser. The UI kit reads the same entry. */
export function storedScheme(): Scheme {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

export function storeScheme(scheme: Scheme): void {
  localStorage.setItem(storageKey, scheme);
  applyScheme(scheme);
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function applyScheme(scheme: Scheme): void {
  const isDark = scheme === 'dark' || (scheme === 'auto' && prefersDark.matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
}

/** Follows the system's color scheme unless the user chose another one. */
export function watchSystemScheme(): void {
  prefersDark.addEventListener('change', () => {
    if (storedScheme() === 'auto') applyScheme('auto');
  });
}
