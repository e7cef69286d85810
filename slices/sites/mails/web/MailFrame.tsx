import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../../../web/bootstrap.ts';
import styles from './mails.module.css';

/** Where the server leaves room for the page's nonce. */
const nonceMark = '__nonce__';

/**
 * An email as its reader would see it. The frame runs no scripts, has no origin, and inherits the
 * page's policy, so the email's one style element has the page's nonce. The server has escaped its
 * content, and it's sanitized here once more.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const clean = DOMPurify.sanitize(html.replace(nonceMark, styleNonce()), {
      WHOLE_DOCUMENT: true,
      RETURN_TRUSTED_TYPE: true,
      ADD_ATTR: ['nonce'],
      FORBID_TAGS: ['form', 'input', 'button', 'svg', 'math'],
    });
    if (frame.current) frame.current.srcdoc = clean as unknown as string;
  }, [html]);
  return (
    <iframe
      ref={frame}
      className={styles.mailFrame}
      title={title}
      sandbox=""
      referrerPolicy="no-referrer"
    />
  );
}
