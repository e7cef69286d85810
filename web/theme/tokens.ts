import { bootstrap, styleNonce } from '../bootstrap.ts';
import { brandOf, brandVariables, measureVariables, rootTypeSize } from './brand.ts';
import mini from './mini.css?inline';
// Bundled with the script, to save one request before the first paint.
import tokens from './tokens.css?inline';

const brand = brandOf(bootstrap.site.theme);

export const brandShades = brand.shades;

const toDeclarations = (variables: Record<string, string>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/** Sets the variables for the site's colors, corners, font size and view. */
export function applySiteTokens(): void {
  const { theme, viewMode } = bootstrap.site;
  const style = document.createElement('style');
  style.nonce = styleNonce();
  style.textContent = `${tokens}${viewMode === 'Mini' ? mini : ''}
:root{${toDeclarations({ ...brandVariables(brand, 'light'), ...measureVariables(theme) })};${brandShades.map((shade, step) => `--brand-${step}:${shade}`).join(';')}}
:root[data-mantine-color-scheme="dark"]{${toDeclarations(brandVariables(brand, 'dark'))}}
html{font-size:${rootTypeSize(theme.fontSize)}}`;
  document.documentElement.dataset.view = viewMode.toLowerCase();
  document.head.append(style);
}
