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
type Filled<Pattern extends string> = Pattern extends `/${infer Part}/${infer Rest}`
  ? Before<Part, Filled<`/${Rest}`>>
  : Pattern extends `/${infer Part}`
    ? Before<Part, ''>
    : '';
type Before<Part extends string, Rest extends string> = Part extends `{-$${string}}`
  ? Rest | `/${string}${Rest}`
  : Part extends `$${string}`
    ? `/${string}${Rest}`
    : `/${Part}${Rest}`;

/** A path of the console, filled in: a link to a screen that doesn't exist isn't one. */
export type Path = Filled<ScreenPath> | '/';
/** With its query, where a link has it as text. */
export type Target = Path | `${Path}?${string}`;
/** A path that an answer of the portal names. An unknown one leads to the dashboard. */
export const pathOfAnswer = (path: string): Path => path as Path;

/** The query of a screen. Values that are undefined or empty aren't written. */
export type Search = Readonly<Record<string, string | undefined>>;

type Required<Pattern extends string> = Pattern extends `${string}/$${infer Rest}`
  ? FirstPart<Rest> | Required<`/${Rest}`>
  : never;
type Optional<Pattern extends string> = Pattern extends `${string}{-$${infer Name}}${infer Rest}`
  ? Name | Optional<Rest>
  : never;
type FirstPart<Text extends string> = Text extends `${infer Part}/${string}` ? Part : Text;
/** True for several patterns. */
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
 * The parameters in the path of the screen that is shown. A screen with several paths names all of
 * them. While the console leads on to another screen, those that this one must have are empty.
 */
export function useScreenParams<Pattern extends ScreenPath>(
  ...[pattern, ...others]: readonly [Pattern, ...Pattern[]]
): Params<Pattern> {
  const params = useParams({ strict: false });
  const empty = others.length > 0 ? {} : emptyParams(pattern);
  return { ...empty, ...params } as Params<Pattern>;
}

/** `{ serverId: '' }` of `/servers/$serverId/{-$tab}`. */
export const emptyParams = (pattern: string): Record<string, string> =>
  Object.fromEntries([...pattern.matchAll(/\/\$(\w+)/g)].map(([, name = '']) => [name, '']));

/** The path of the screen that is shown, in the router's form. */
export const useScreenPattern = (): string => useMatch({ strict: false }).fullPath ?? '';

/** The query of the screen that is shown. */
export const useScreenSearch = (): Search => useSearch({ strict: false }) as Search;

interface Going {
  /** Left out: the screen that is shown. */
  to?: Target;
  /** Replaces the query, or changes it. */
  search?: Search | ((before: Search) => Search);
  replace?: boolean;
  /** Without scrolling to the top. */
  resetScroll?: boolean;
}

/** Goes to a screen, or changes the query of the one that is shown. */
export function useGo(): (going: Going) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    ({ to, ...going }) =>
      navigate({ to: (to as string | undefined) ?? '.', ...going } as NavigateOptions),
    [navigate],
  );
}
