import { bootstrap } from '../bootstrap.ts';
import { type Answer, call } from '../client.ts';

type Ids = Answer<'analytics'>;
export type Tag = (...command: unknown[]) => void;

const tagUrl = 'https://www.googletagmanager.com/gtag/js';
const idleDelayMs = 2_000;

interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
  };
}

/**
 * Loads the site's analytics settings once, when idle. Returns the tag, or null if the site counts
 * nothing.
 */
export async function startAnalytics(): Promise<Tag | null> {
  await new Promise<void>((resolve) =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(() => resolve())
      : setTimeout(resolve, idleDelayMs),
  );
  const ids = await call('analytics');
  const trackers = [ids.ga4TrackerId, ids.gaAdsTrackerId].filter((id) => id !== '');
  // A page opened before the site configured a tracker can't load anything from other hosts.
  return trackers.length === 0 || !bootstrap.isCounted ? null : loadTag(trackers, ids);
}

function loadTag(trackers: readonly string[], { userId }: Ids): Tag {
  allowTagScripts();
  const layer: unknown[] = [];
  Object.assign(globalThis, { dataLayer: layer });
  const tag: Tag = (...command) => layer.push(asArguments(command));
  tag('js', new Date());
  for (const id of trackers) tag('config', id, { send_page_view: false, user_id: userId });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${tagUrl}?id=${encodeURIComponent(trackers[0] ?? '')}`;
  document.head.append(script);
  return tag;
}

/** The tag distinguishes commands from data by their `arguments` object. */
const asArguments = (command: readonly unknown[]) => ({
  ...command,
  length: command.length,
  callee: null,
  [Symbol.toStringTag]: 'Arguments',
});

/**
 * Scripts can be loaded from the hosts in the page's policy, but text can't become script or
 * markup.
 */
function allowTagScripts(): void {
  (globalThis as TrustedTypesWindow).trustedTypes?.createPolicy('default', {
    createScriptURL: (address) =>
      new URL(address, location.href).protocol === 'https:' ? address : null,
  });
}

/**
 * Reports the current screen, without search and filter values, and without resource names in the
 * page title.
 */
export const reportPageView = (tag: Tag): void =>
  tag('event', 'page_view', {
    page_location: location.origin + location.pathname,
    page_title: bootstrap.site.systemName,
  });
