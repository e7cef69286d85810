/**
 * All notices of the sign-in page. URL parameters select one of them and are never displayed
 * themselves.
 */
export type Notice =
  | (typeof messageNames)[keyof typeof messageNames]
  | 'signedOut'
  | 'stepExpired'
  | 'passwordSet'
  | 'accountMade';

/** The session states of the specification's redirects (section 4), as used in URLs. */
const messageNames = {
  connected: 'connected',
  disconnected: 'disconnected',
  disconnectedbyip: 'disconnectedByIp',
  csrferror: 'csrfError',
} as const;

const ipChangedCode = '56';

/**
 * Data passed between screens before sign-in. Stored in the browser's history, never in the URL.
 */
export interface Note {
  notice?: Notice;
  email?: string;
  /** The page requested before sign-in. */
  from?: string;
  /** Whether this is the sign-in page of a remote site, without sign-up. */
  isRemote?: boolean;
}

/** The current screen before sign-in. */
export interface PublicRoute {
  /** The screen's name in lowercase, such as `login` or `setpassword`. */
  screen: string;
  /** The path segments after it. */
  parts: readonly string[];
  query: URLSearchParams;
  note: Note;
}

export function routeOf(
  { pathname, search }: { pathname: string; search: string },
  note: Note,
): PublicRoute {
  const [screen = '', ...parts] = pathname.split('/').filter(Boolean).map(decodeSegment);
  const query = new URLSearchParams(search);
  // The sign-in page's URL contains the notice only once. The history entry keeps it.
  const linkedNote = /^(login|create)$/i.test(screen) ? noteFromPath(parts, query) : {};
  return { screen: screen.toLowerCase(), parts, query, note: { ...linkedNote, ...note } };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Handles `/login/{remote}/{status}/{value}`, `?disconnected=1`, `?disconnectedByIp=56`,
 * `?from=/servers`.
 */
function noteFromPath(
  [remote, status = '', value]: readonly string[],
  query: URLSearchParams,
): Note {
  const from = query.get('from');
  const name = status.toLowerCase();
  const named = Object.hasOwn(messageNames, name)
    ? messageNames[name as keyof typeof messageNames]
    : undefined;
  const byPath = named === 'disconnected' && value === ipChangedCode ? 'disconnectedByIp' : named;
  const byQuery = query.has('disconnected')
    ? 'disconnected'
    : query.has('disconnectedByIp')
      ? 'disconnectedByIp'
      : undefined;
  const notice = byQuery ?? byPath;
  return {
    ...(from === null ? {} : { from }),
    ...(notice ? { notice } : {}),
    ...(remote?.toLowerCase() === 'remote' ? { isRemote: true } : {}),
  };
}

/**
 * The page after sign-in. Limited to our own paths, so that links can't redirect to external URLs.
 */
export function safeReturnPath(from: string | undefined): string {
  return from !== undefined && /^\/(?![/\\])[\w\-./?=&%+,:~@]*$/.test(from) ? from : '/dashboard';
}

/** The one-time token of a link, in the path or in the query. Null if there is none. */
export const tokenOf = ({ parts, query }: PublicRoute): string | null =>
  parts[0] || query.get('token') || null;
