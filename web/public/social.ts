import { lazy } from 'react';

/** The social slice's parts, which most visits do not need: each is a chunk of its own. */
export const SocialButtons = lazy(() => import('../../slices/social/web/SocialButtons.tsx'));
export const SocialProcess = lazy(() => import('../../slices/social/web/SocialProcess.tsx'));
