import { CallError, call } from '../client.ts';
import { code } from '../codes.ts';

/**
 * Makes calls from a page that can be open next to a signed-in one: an email's link opens a tab
 * with the session's cookie but without its token. If a call is rejected for that (code 58), it
 * requests the token and starts again.
 */
export async function withToken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== code.csrf) throw error;
    await call('loginCheck');
    return await work();
  }
}
