import { type Reason, UserError } from '../../../../contract/errors/errors.ts';
import { isEmail, normalizeEmail } from '../../../../contract/fields/email.ts';

export interface LoginForm {
  email?: string | undefined;
  password?: string | undefined;
}

/** Validates the sign-in form and reports all errors at once. Throws codes 25, 12, 26. */
export function checkLoginForm(form: LoginForm): { email: string; password: string } {
  const email = normalizeEmail(form.email ?? '');
  const password = form.password ?? '';
  const reasons: Reason[] = [];
  if (email === '') reasons.push({ name: 'emailRequired', key: 'email' });
  else if (!isEmail(email)) reasons.push({ name: 'emailInvalid', key: 'email' });
  if (password === '') reasons.push({ name: 'passwordRequired', key: 'password' });
  if (reasons.length > 0) throw new UserError(reasons);
  return { email, password };
}
