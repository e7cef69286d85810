import type { ComponentType } from 'react';

/** A section that another slice adds to "Sign-in and security" of the profile. */
export interface ProfilePart {
  id: string;
  /** `justConnected`: the provider that another site redirected back from, according to the URL. */
  load: () => Promise<{ default: ComponentType<{ justConnected?: string }> }>;
}

/** One line per slice. */
export const profileParts: readonly ProfilePart[] = [
  { id: 'social', load: () => import('../../slices/people/social/web/ConnectedAccounts.tsx') },
];
