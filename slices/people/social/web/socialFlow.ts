import { call } from '../../../../web/client.ts';

/**
 * What this tab stores about a sign-in while it's at the provider. The returned URL is verified,
 * and nothing else in it is trusted.
 */
export interface SocialFlow {
  social: string;
  title: string;
  page: 'login' | 'create' | 'profile';
  handler: 'login' | 'remote' | 'connect';
  /** The page the user was opening before sign-in. */
  from?: string;
}

const key = 'social-journey';

/**
 * Requests a state token and opens the provider's page. Throws `CallError` if the portal rejects
 * the request.
 */
export async function startFlow(flow: SocialFlow): Promise<void> {
  const { social, page, handler } = flow;
  const { address } = await call('socialStateFor', { params: { social, page, handler } });
  sessionStorage.setItem(key, JSON.stringify(flow));
  location.assign(address);
}

/**
 * The sign-in with this provider that this tab started, or a default one if it didn't start any.
 */
export function restoreFlow(social: string, isRemote: boolean): SocialFlow {
  const stored = sessionStorage.getItem(key);
  const flow = stored === null ? null : (JSON.parse(stored) as SocialFlow);
  if (flow?.social === social) return flow;
  return { social, title: social, page: 'login', handler: isRemote ? 'remote' : 'login' };
}

export function clearJourney(): void {
  sessionStorage.removeItem(key);
}
