import { LoginPage } from './LoginPage.tsx';
import type { Place } from './places.ts';
import type { Screen } from './screen.ts';

type Loading = () => Promise<{ default: Screen }>;

/**
 * The sign-in page is in the main chunk; every other screen is a separate chunk. Names in lower
 * case.
 */
const screens: Record<string, Loading> = {
  tfa: () => import('./SecondStepPage.tsx'),
  create: () => import('./CreatePage.tsx'),
  forgot: () => import('./ForgotPage.tsx'),
  reset: () => import('./ResetPage.tsx'),
  setpassword: () => import('./ResetPage.tsx'),
  validate: () => import('./ValidatePage.tsx'),
  validatesuccessful: () => import('./ValidatedPage.tsx'),
  termsofservice: () => import('./TermsPage.tsx'),
  logout: () => import('./LogoutPage.tsx'),
  socialprocess: () => import('./SocialPage.tsx'),
  remotesocial: () => import('./SocialPage.tsx'),
};

export async function screenAt({ screen, query }: Place): Promise<Screen> {
  if (screen === 'login' && query.has('token'))
    return (await import('./AutoLoginPage.tsx')).default;
  const load = screens[screen];
  return load ? (await load()).default : LoginPage;
}
