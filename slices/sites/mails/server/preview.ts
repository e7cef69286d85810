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
 * Renders an email for a console page. Images are inlined, and all styles are in one element that
 * the page's policy can allow.
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
