import {
  type NavigateOptions,
  useMatch,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ScreenPath } from './routes.ts';

/** The paths of a pattern such as `/servers/$serverId/{-$tab}`: `/servers/${string}` and so on. */
type ResolvedPath<Pattern extends string> = Pattern extends `/${infer Part}/${infer Rest}`
  ? Before<Part, ResolvedPath<`/${Rest}`>>
  : Pattern extends `/${infer Part}`
    ? Before<Part, ''>
    : '';
type Before<Part extends string, Rest extends string> = Part extends `{-$${string}}`
  ? Rest | `/${string}${Rest}`
  : Part extends `$${string}`
    ? `/${string}${Rest}`
    : `/${Part}${Rest}`;

/** A console path with its parameters filled in. Links to nonexistent screens don't compile. */
export type Path = ResolvedPath<ScreenPath> | '/';
/** A path with an optional query, as text. */
export type Target = Path | `${Path}?${string}`;
/** A path from a response of the portal. Unknown paths lead to the dashboard. */
export const pathOfAnswer = (path: string): Path => path as Path;

/** The query of a screen. Undefined and empty values are omitted. */
export type Search = Readonly<Record<string, string | undefined>>;

type Required<Pattern extends string> = Pattern extends `${string}/$${infer Rest}`
  ? FirstPart<Rest> | Required<`/${Rest}`>
  : never;
type Optional<Pattern extends string> = Pattern extends `${string}{-$${infer Name}}${infer Rest}`
  ? Name | Optional<Rest>
  : never;
type FirstPart<Text extends string> = Text extends `${infer Part}/${string}` ? Part : Text;
/** True if there are several patterns. */
type IsOneOf<Pattern, All = Pattern> = Pattern extends Pattern
  ? [All] extends [Pattern]
    ? false
    : true
  : never;
/** The parameters of one pattern. With several, any of them can be missing. */
type Params<Pattern extends ScreenPath> =
  true extends IsOneOf<Pattern>
    ? { [Name in Required<Pattern> | Optional<Pattern>]?: string }
    : { [Name in Required<Pattern>]: string } & { [Name in Optional<Pattern>]?: string };

/**
 * The parameters in the path of the current screen. A screen with several paths passes all of them.
 * During navigation to another screen, required parameters of this one are empty.
 */
export function useScreenParams<Pattern extends ScreenPath>(
  ...[pattern, ...others]: readonly [Pattern, ...Pattern[]]
): Params<Pattern> {
  const params = useParams({ strict: false });
  const empty = others.length > 0 ? {} : emptyParams(pattern);
  return { ...empty, ...params } as Params<Pattern>;
}

/** Returns `{ serverId: '' }` for `/servers/$serverId/{-$tab}`. */
export const emptyParams = (pattern: string): Record<string, string> =>
  Object.fromEntries([...pattern.matchAll(/\/\$(\w+)/g)].map(([, name = '']) => [name, '']));

/** The path of the current screen, in the router's syntax. */
export const useScreenPattern = (): string => useMatch({ strict: false }).fullPath ?? '';

/** The query of the current screen. */
export const useScreenSearch = (): Search => useSearch({ strict: false }) as Search;

interface NavigationRequest {
  /** Defaults to the current screen. */
  to?: Target;
  /** Replaces or updates the query. */
  search?: Search | ((before: Search) => Search);
  replace?: boolean;
  /** Set to false to keep the scroll position. */
  resetScroll?: boolean;
}

/** Opens a screen, or changes the query of the current one. */
export function useGo(): (request: NavigationRequest) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    ({ to, ...options }) =>
      navigate({ to: (to as string | undefined) ?? '.', ...options } as NavigateOptions),
    [navigate],
  );
}
