import type { Language } from '../contract/languages.ts';

export interface SiteLook {
  systemName: string;
  copyright: string;
  theme: { primaryColor: string; tagColor: string; borderRadius: number; fontSize: number };
  hasLogo: boolean;
  languages: Language[];
  viewMode: 'Full' | 'Mini';
  /** Changes with every publication of the theme, so that the logo is loaded again. */
  lookVersion: number;
  /** IANA */
  timeZone: string;
}

interface Bootstrap {
  site: SiteLook;
  language: Language;
  dev: boolean;
  /**
   * Whether the database was unavailable when the page was requested, so that no call would
   * succeed.
   */
  isAway: boolean;
  /**
   * Whether the site counts page views, so that this page can load the tracking tag from another
   * host.
   */
  isCounted: boolean;
  /** When the portal rendered the page, in ms of its clock. Null if the portal didn't render it. */
  writtenAt: number | null;
  /** The responses to the initial reads of every console screen, for a signed-in user. */
  first: { language: Language; token: string; answers: Record<string, unknown> } | null;
}

const fallback: Bootstrap = {
  site: {
    systemName: 'Cloudberth',
    copyright: '',
    theme: { primaryColor: '#0062cc', tagColor: '#0062cc', borderRadius: 0, fontSize: 14 },
    hasLogo: false,
    languages: ['en', 'he'],
    viewMode: 'Full',
    lookVersion: 0,
    timeZone: 'UTC',
  },
  language: 'en',
  dev: true,
  isAway: false,
  isCounted: false,
  writtenAt: null,
  first: null,
};

/**
 * The frame's request for running tasks, whose number is always visible. The page includes the
 * response.
 */
export const openTasks = { query: { size: '5', state: 'open' } } as const;

function read(): Bootstrap {
  try {
    return {
      ...fallback,
      ...(JSON.parse(
        document.getElementById('bootstrap')?.textContent ?? '',
      ) as Partial<Bootstrap>),
    };
  } catch {
    // The development server doesn't write data into the page.
    return fallback;
  }
}

/**
 * Data that the server writes into the page: the site's theme and language, so that the first paint
 * is right without a call.
 */
export const bootstrap = read();

/** The page's nonce, for the styles the interface kit adds (content security policy). */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? '';
