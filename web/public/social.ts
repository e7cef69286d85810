import { lazy } from 'react';

/** The social slice's parts, which most visits don't need: each is a separate chunk. */
export const SocialButtons = lazy(() => import('../../slices/people/social/web/SocialButtons.tsx'));
export const SocialProcess = lazy(() => import('../../slices/people/social/web/SocialProcess.tsx'));
