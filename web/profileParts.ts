import type { ComponentType } from 'react';

/** A section that another slice adds to "Sign-in and security" of the profile. */
export interface ProfilePart {
  id: string;
  /** `justConnected`: where another site has led back from, as its address says. */
  load: () => Promise<{ default: ComponentType<{ justConnected?: string }> }>;
}

/** A line a slice. */
export const profileParts: readonly ProfilePart[] = [{ id: 'social', load: () => import('../slices/social/web/ConnectedAccounts.tsx') }];
