import { CallError, call } from '../client.ts';
import { code } from '../codes.ts';

/**
 * Makes calls from a page that may be opened alongside a signed-in one. A link in an email opens a
 * tab with the session's cookie but without its token. If a call is rejected for that (code 58),
 * this requests the token and repeats the work.
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
