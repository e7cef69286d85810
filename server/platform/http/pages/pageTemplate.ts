import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface ScreenFiles {
  path: string;
  isPublic: boolean;
  scripts: string[];
  styles: string[];
}

/**
 * The page of the latest build. If the web app is rebuilt while the portal runs, the new page is
 * served from the next request on.
 */
export class PageTemplate {
  readonly #folder: string;
  #builtAt = 0;
  #text = '';
  #screens: { pattern: RegExp; isPublic: boolean; links: string }[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The page's HTML and the resource links for the screen at this path. No links for an unknown
   * path or one without access.
   */
  async read(pathname: string, isSignedIn: boolean): Promise<{ text: string; links: string }> {
    const index = join(this.#folder, 'index.html');
    const { mtimeMs } = await stat(index);
    if (mtimeMs !== this.#builtAt) {
      const screens = JSON.parse(
        await readFile(join(this.#folder, 'preload.json'), 'utf8'),
      ) as ScreenFiles[];
      this.#screens = screens.map((screen) => ({
        pattern: patternOf(screen.path),
        isPublic: screen.isPublic,
        links: linksTo(screen),
      }));
      this.#text = await readFile(index, 'utf8');
      this.#builtAt = mtimeMs;
    }
    const screen = this.#screens.find(({ pattern }) => pattern.test(pathname));
    return {
      text: this.#text,
      links: screen && (screen.isPublic || isSignedIn) ? screen.links : '',
    };
  }
}

/**
 * Converts `/servers/$serverId/{-$tab}` to a matching pattern. Case-insensitive (specification
 * section 4).
 */
export function patternOf(path: string): RegExp {
  const segments = path.split('/').filter(Boolean);
  const source = segments.map((segment) => {
    if (segment.startsWith('{-$')) return '(?:/[^/]+)?';
    return segment.startsWith('$') ? '/[^/]+' : `/${segment.replace(/[^\w-]/g, '\\$&')}`;
  });
  return new RegExp(`^${source.join('')}/?$`, 'i');
}

const linksTo = ({ scripts, styles }: ScreenFiles): string =>
  [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('');
