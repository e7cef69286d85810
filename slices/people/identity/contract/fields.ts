import * as z from 'zod';

/**
 * The sign-in form is validated by its own rules, in their own order and with their own messages.
 * The schema checks only the types.
 */
export const formText = z.string().trim().max(4096).optional();
/** A password is used exactly as typed, including surrounding spaces. */
export const passwordText = z.string().max(4096).optional();
export const token = z.string().trim().max(200);
/** A typed or pasted verification code, normalized by `normalizeCode`. */
export const code = z.string().trim().max(40);
export const phone = z.string().trim().max(40);
/**
 * The response of a browser's authenticator (WebAuthn), as `PublicKeyCredential.toJSON()` returns
 * it.
 */
export const credential = z.looseObject({
  id: z.string().max(2000),
  type: z.literal('public-key'),
});
