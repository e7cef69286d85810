import { styleNonce } from '../../../../../web/bootstrap.ts';

/**
 * The terminal makes its own style elements, then and later; the page's policy takes only those
 * that carry its nonce.
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
