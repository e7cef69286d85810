import { useMantineColorScheme } from '@mantine/core';
import type { Scheme } from '../theme/scheme.ts';

/** The current color scheme and its setter, for the kit and the page. */
export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  // To hold transitions back the kit writes a style as markup, which Trusted Types forbid.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [colorScheme, setColorScheme];
}
