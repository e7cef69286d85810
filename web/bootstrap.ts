import type { Language } from '../contract/languages.ts';

export interface SiteLook {
  systemName: string;
  copyright: string;
  theme: { primaryColor: string; tagColor: string; borderRadius: number; fontSize: number };
  hasLogo: boolean;
  languages: Language[];
  viewMode: 'Full' | 'Mini';
  /** Changes with every publication, so that the logo is fetched again. */
  lookVersion: number;
  /** IANA */
  timeZone: string;
}

interface Bootstrap {
  site: SiteLook;
  language: Language;
  dev: boolean;
  /** The database could not be reached when the page was asked for: no call would be answered. */
  isAway: boolean;
  /** The site counts page views: this page may load the tag for it from elsewhere. */
  isCounted: boolean;
  /** When the portal wrote the page, in ms of its clock; null: nobody did. */
  writtenAt: number | null;
  /** What every screen of the console asks for first, where somebody is signed in. */
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

/** How the frame asks for the tasks under way, whose number is always in sight. The page carries the answer. */
export const openTasks = { query: { size: '5', state: 'open' } } as const;

function read(): Bootstrap {
  try {
    return { ...fallback, ...(JSON.parse(document.getElementById('bootstrap')?.textContent ?? '') as Partial<Bootstrap>) };
  } catch {
    // The development server does not fill the page in.
    return fallback;
  }
}

/** What the server wrote into the page: the site's look and language, so that the first paint is right without a call. */
export const bootstrap = read();

/** The page's nonce, for the styles the interface kit adds (content security policy). */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? '';
