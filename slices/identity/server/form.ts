import * as z from 'zod';
import { type Reason, Refusal } from '../../../contract/errors.ts';

const emailShape = z.email().max(254);

/** The address as it is kept: composed the one way Unicode has for it, so that twins are one. */
export const normalEmail = (given: string | undefined): string => (given ?? '').normalize('NFC').trim();

export const isEmail = (email: string): boolean => emailShape.safeParse(email).success;

export interface LoginForm {
  email?: string | undefined;
  password?: string | undefined;
}

/** The log-in form's own checks, all at once. Throws codes 25, 12, 26. */
export function checkLoginForm(form: LoginForm): { email: string; password: string } {
  const email = normalEmail(form.email);
  const password = form.password ?? '';
  const reasons: Reason[] = [];
  if (email === '') reasons.push({ name: 'emailRequired', key: 'email' });
  else if (!isEmail(email)) reasons.push({ name: 'emailInvalid', key: 'email' });
  if (password === '') reasons.push({ name: 'passwordRequired', key: 'password' });
  if (reasons.length > 0) throw new Refusal(reasons);
  return { email, password };
}
