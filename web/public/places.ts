/** Everything a notice on the log-in page can be about. Words of an address choose among these and are never shown themselves. */
export type Notice = (typeof said)[keyof typeof said] | 'signedOut' | 'stepExpired' | 'passwordSet' | 'accountMade';

/** The session states of the specification's redirects (section 4), as an address may name them. */
const said = {
  connected: 'connected',
  disconnected: 'disconnected',
  disconnectedbyip: 'disconnectedByIp',
  csrferror: 'csrfError',
} as const;

const ipChangedCode = '56';

/** What one screen before sign-in tells the next; kept with the browser's history, never in the address. */
export interface Note {
  notice?: Notice;
  email?: string;
  /** Where one was going before signing in. */
  from?: string;
  /** The log-in page of a remote site: nobody signs up there. */
  isRemote?: boolean;
}

/** Where one is among the screens before sign-in. */
export interface Place {
  /** The screen's name in small letters: `login`, `setpassword`. */
  screen: string;
  /** The parts of the path behind it. */
  parts: readonly string[];
  query: URLSearchParams;
  note: Note;
}

export function placeOf({ pathname, search }: { pathname: string; search: string }, note: Note): Place {
  const [screen = '', ...parts] = pathname.split('/').filter(Boolean).map(decoded);
  const query = new URLSearchParams(search);
  // The log-in page's address says what it is about once; the note keeps it.
  const about = /^(login|create)$/i.test(screen) ? aboutOf(parts, query) : {};
  return { screen: screen.toLowerCase(), parts, query, note: { ...about, ...note } };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `/login/{remote}/{status}/{value}`, `?disconnected=1`, `?disconnectedByIp=56`, `?from=/servers`. */
function aboutOf([remote, status = '', value]: readonly string[], query: URLSearchParams): Note {
  const from = query.get('from');
  const word = status.toLowerCase();
  const named = Object.hasOwn(said, word) ? said[word as keyof typeof said] : undefined;
  const byPath = named === 'disconnected' && value === ipChangedCode ? 'disconnectedByIp' : named;
  const byQuery = query.has('disconnected') ? 'disconnected' : query.has('disconnectedByIp') ? 'disconnectedByIp' : undefined;
  const notice = byQuery ?? byPath;
  return {
    ...(from === null ? {} : { from }),
    ...(notice ? { notice } : {}),
    ...(remote?.toLowerCase() === 'remote' ? { isRemote: true } : {}),
  };
}

/** Where to land after signing in. Only a path of our own: an address from outside must not decide where one lands. */
export function landing(from: string | undefined): string {
  return from !== undefined && /^\/(?![/\\])[\w\-./?=&%+,:~@]*$/.test(from) ? from : '/dashboard';
}

/** The one-time token of a link, in the path or in the query; null when there is none. */
export const tokenOf = ({ parts, query }: Place): string | null => parts[0] || query.get('token') || null;
