import {
  type Direction,
  type MailToRender,
  renderMail,
} from '../../../../server/platform/mail/render.ts';

export interface PreviewOptions {
  scheme: 'light' | 'dark';
  direction?: Direction | undefined;
}

/**
 * A mail for a page of the console: its picture within it, its styles in one element that the
 * page's policy can let through.
 */
export function showMail(
  mail: MailToRender,
  { scheme, direction }: PreviewOptions,
): { subject: string; html: string; text: string } {
  const { logo } = mail.look;
  const { html, text } = renderMail(mail, {
    logoSource: logo ? `data:${logo.type};base64,${logo.content.toString('base64')}` : null,
    scheme,
    styles: 'sheet',
    ...(direction ? { direction } : {}),
  });
  return { subject: mail.subject, html, text };
}
