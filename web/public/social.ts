import { lazy } from 'react';

/** The social slice's parts, each in its own chunk because most visits don't need them. */
export const SocialButtons = lazy(() => import('../../slices/people/social/web/SocialButtons.tsx'));
export const SocialProcess = lazy(() => import('../../slices/people/social/web/SocialProcess.tsx'));
