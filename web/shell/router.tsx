import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { type ScreenRoute, screens } from '../routes.ts';
import { ChunkLoadError, withinChunkLimit } from './crash/chunks.ts';
import { ScreenCrash } from './crash/ScreenCrash.tsx';
import { ScreenLoading } from './crash/ScreenLoading.tsx';
import { ScreenMissing } from './crash/ScreenMissing.tsx';
import { Layout } from './Layout.tsx';

const root = createRootRoute({
  component: Layout,
  notFoundComponent: () => null,
});

const toRoute = (screen: ScreenRoute) =>
  createRoute({
    getParentRoute: () => root,
    path: screen.path,
    component: lazyRouteComponent(() => withinChunkLimit(screen.load())),
  });

/** Specification: any unknown path falls back to the dashboard. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

/** All screens under one layout. Search parameters stay text, and each list parses its own. */
export const router = createRouter({
  routeTree: root.addChildren([...screens.map(toRoute), unknown]),
  caseSensitive: false,
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenLoading,
  defaultPendingMs: 300,
  defaultErrorComponent: ({ error }) =>
    error instanceof ChunkLoadError ? (
      <ScreenMissing error={error} />
    ) : (
      <ScreenCrash error={error instanceof Error ? error : new Error(String(error))} />
    ),
  scrollRestoration: true,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    const query = new URLSearchParams(
      entries.map(([name, value]) => [name, String(value)]),
    ).toString();
    return query ? `?${query}` : '';
  },
});
