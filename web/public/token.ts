import { CallError, call } from '../client.ts';
import { code } from '../codes.ts';

/**
 * Makes calls from a page that may stand beside a signed-in one: a mail's link opens a tab that has
 * the session's cookie but not its token. Refused for that (code 58), it asks for the token and
 * goes on from the start.
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
