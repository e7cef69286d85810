import { styleNonce } from '../../../../../web/bootstrap.ts';

/**
 * Adds the page's nonce to the style elements that the terminal creates, at any time, because the
 * page's policy only accepts those with its nonce.
 */
export function withStyleNonce(open: () => void): void {
  const original = document.createElement;
  document.createElement = function create(
    this: Document,
    name: string,
    options?: ElementCreationOptions,
  ) {
    const element = original.call(this, name, options);
    if (name.toLowerCase() === 'style') element.nonce = styleNonce();
    return element;
  } as typeof document.createElement;
  try {
    open();
  } finally {
    document.createElement = original;
  }
}
