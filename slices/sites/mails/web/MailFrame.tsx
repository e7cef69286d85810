import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../../../web/bootstrap.ts';
import styles from './mails.module.css';

/** The server's placeholder for the page's nonce. */
const nonceMark = '__nonce__';

/**
 * An email as its recipient would see it. The frame runs no scripts, has no origin, and inherits
 * the page's policy, so the email's only style element has the page's nonce. The server has already
 * escaped the content, and the client sanitizes it again.
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
