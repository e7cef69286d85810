import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import styles from './safeHtml.module.css';

/**
 * Allows text with its structure, links and images, but nothing that runs, submits, embeds, or
 * imitates the portal.
 */
const allowedTags = [
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'blockquote',
    'br',
    'caption',
    'code',
    'dd',
    'div',
    'dl',
    'dt',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'hr',
    'i',
  ],
  ...[
    'img',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
  ],
  ...['u', 'ul'],
];
const allowedAttributes = [
  'alt',
  'colspan',
  'dir',
  'height',
  'href',
  'lang',
  'rowspan',
  'scope',
  'src',
  'title',
  'width',
];
const allowedAddresses = /^(?:https:|mailto:|tel:|\/(?!\/)|#)/i;

let hasRules = false;

/**
 * The library's default instance, because a second one could not create its policy again (Trusted
 * Types allows each name once).
 */
function purifier(): typeof DOMPurify {
  if (hasRules) return DOMPurify;
  hasRules = true;
  DOMPurify.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName === 'A' && node.hasAttribute('href')) {
      node.setAttribute('target', '_blank');
      node.setAttribute('rel', 'noopener noreferrer');
    }
    if (node.nodeName === 'IMG' && !node.hasAttribute('alt')) node.setAttribute('alt', '');
    // An external image would disclose the reader to its host. The page's policy blocks it anyway.
    const source = node.nodeName === 'IMG' ? (node.getAttribute('src') ?? '') : '';
    if (/^https?:/i.test(source)) node.removeAttribute('src');
  });
  return DOMPurify;
}

/**
 * Removes content that the page's policy would block and report while the text is only being
 * parsed. This is not a security measure. The sanitizer that runs afterwards is.
 */
const withoutActiveContent = (html: string): string =>
  html
    .replace(/<(style|script|iframe|object)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/[\s"'/](?:on\w+|style)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi, ' '),
    );

/** Sanitizes a site's own HTML. Returns Trusted Types if the browser supports them. */
export function cleanHtml(html: string): string {
  return purifier().sanitize(withoutActiveContent(html), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOWED_URI_REGEXP: allowedAddresses,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  }) as unknown as string;
}

/** Shows third-party HTML as part of the page. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  return (
    <div className={styles.prose} data-part="prose" dangerouslySetInnerHTML={{ __html: clean }} />
  );
}
