import { LoginPage } from './pages/LoginPage.tsx';
import type { PublicRoute } from './publicRoutes.ts';
import type { Screen } from './screen.ts';

type Loading = () => Promise<{ default: Screen }>;

/**
 * The sign-in page is in the main chunk. Every other screen has its own chunk. Names are in
 * lowercase.
 */
const screens: Record<string, Loading> = {
  tfa: () => import('./pages/SecondStepPage.tsx'),
  create: () => import('./pages/CreatePage.tsx'),
  forgot: () => import('./pages/ForgotPage.tsx'),
  reset: () => import('./pages/ResetPage.tsx'),
  setpassword: () => import('./pages/ResetPage.tsx'),
  validate: () => import('./pages/ValidatePage.tsx'),
  validatesuccessful: () => import('./pages/ValidatedPage.tsx'),
  termsofservice: () => import('./pages/TermsPage.tsx'),
  logout: () => import('./pages/LogoutPage.tsx'),
  socialprocess: () => import('./pages/SocialPage.tsx'),
  remotesocial: () => import('./pages/SocialPage.tsx'),
};

export async function screenAt({ screen, query }: PublicRoute): Promise<Screen> {
  if (screen === 'login' && query.has('token'))
    return (await import('./pages/AutoLoginPage.tsx')).default;
  const load = screens[screen];
  return load ? (await load()).default : LoginPage;
}
