import { useMantineColorScheme } from '@mantine/core';
import type { Scheme } from '../theme/scheme.ts';

/** The current color scheme and its setter, for the kit and the page. */
export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  // To suppress transitions, the kit inserts a style as markup, which Trusted Types forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [colorScheme, setColorScheme];
}
