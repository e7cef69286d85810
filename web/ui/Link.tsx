import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { Search, Target } from '../navigation.ts';

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: Target;
  search?: Search;
  /** The section of the screen, without `#`. */
  hash?: string;
}

/** A link to a screen. */
export function Link({ to, search, ...props }: LinkProps): ReactNode {
  const destination = { to: to as string, ...(search ? { search: search as never } : {}) };
  return <RouterLink activeOptions={{ exact: true }} {...destination} {...props} />;
}
