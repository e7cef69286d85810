import { useMantineColorScheme } from '@mantine/core';
import type { Scheme } from '../theme/scheme.ts';

/** The colour scheme in force and how to set it, for the kit and the page alike. */
export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  // To hold transitions back the kit writes a style as markup, which Trusted Types forbid.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [colorScheme, setColorScheme];
}
