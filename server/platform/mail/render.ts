import { directionOf, type Language, type LocalizedText } from '../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { type MailPalette, palettesOf } from './colors.ts';
import { fill, type MailContent } from './mail.ts';
import type { MailLook } from './mailBranding.ts';

export type Direction = 'ltr' | 'rtl';

/** Text below the button, for mail programs that don't display buttons. */
const orOpen: LocalizedText = localize('mail.orOpen');

export interface MailToRender {
  look: MailLook;
  language: Language;
  subject: string;
  content: MailContent;
}

export interface RenderOptions {
  /** The `src` of the logo: `cid:` in an email, `data:` in a preview. */
  logoSource: string | null;
  /** `auto`: light, or dark if the mail program uses dark mode. */
  scheme: 'auto' | 'light' | 'dark';
  direction?: Direction;
  /**
   * `attributes`: inline styles, as mail programs require. `sheet`: one style element with the
   * nonce
   * `nonceMark`, for a page whose policy doesn't allow style attributes.
   */
  styles: 'attributes' | 'sheet';
}

/** Placeholder. Its first occurrence is replaced by the nonce of the preview page. */
export const nonceMark = '__nonce__';

export interface RenderedMail {
  html: string;
  text: string;
}

/**
 * Renders an email as text and HTML. Every value is escaped, and its text direction is isolated
 * from the sentence.
 */
export function renderMail(mail: MailToRender, options: RenderOptions): RenderedMail {
  return { html: new HtmlMail(mail, options).whole(), text: plainText(mail) };
}

const valuesOf = ({ look, content }: MailToRender): Record<string, string> => ({
  systemName: look.systemName,
  ...content.values,
});

/** The link for the button. A value that isn't an HTTP URL creates no button. */
function linkOf({ content }: MailToRender): string | null {
  const link = content.values.link ?? '';
  return /^https?:\/\/[^\s<>"'`]+$/.test(link) ? link : null;
}

function plainText(mail: MailToRender): string {
  const link = linkOf(mail);
  const parts = [fill(mail.content.body, valuesOf(mail)).trim()];
  if (link) parts.push(`${mail.content.action ?? orOpen[mail.language]}\n${link}`);
  parts.push(
    `-- \n${[mail.look.systemName, mail.look.address, mail.look.copyright].filter(Boolean).join('\n')}`,
  );
  return parts.join('\n\n').replace(/\r\n?/g, '\n');
}

export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? '',
  );

class HtmlMail {
  readonly #mail: MailToRender;
  readonly #options: RenderOptions;
  readonly #light: MailPalette;
  readonly #dark: MailPalette;
  /** Maps style text to the class name of its elements, in `sheet` mode. */
  readonly #sheet = new Map<string, string>();

  constructor(mail: MailToRender, options: RenderOptions) {
    this.#mail = mail;
    this.#options = options;
    const { light, dark } = palettesOf(mail.look.primaryColor);
    this.#light = options.scheme === 'dark' ? dark : light;
    this.#dark = dark;
  }

  whole(): string {
    const { language, subject } = this.#mail;
    const direction = this.#options.direction ?? directionOf(language);
    const body = this.#body(direction);
    const styles = [
      this.#options.scheme === 'auto' ? this.#darkRules() : '',
      ...[...this.#sheet].map(([css, name]) => `[data-style="${name}"]{${css}}`),
    ];
    const nonce = this.#options.styles === 'sheet' ? ` nonce="${nonceMark}"` : '';
    const schemes = this.#options.scheme === 'auto' ? 'light dark' : this.#options.scheme;
    return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${schemes}">
<meta name="supported-color-schemes" content="${schemes}">
<style${nonce}>:root{color-scheme:${schemes}}${styles.join('')}</style>
<title>${escapeHtml(subject)}</title>
</head>
${body}
</html>`;
  }

  #body(direction: Direction): string {
    const { page, card, line, ink, soft } = this.#light;
    const { look } = this.#mail;
    const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
    const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
    const start = direction === 'rtl' ? 'right' : 'left';
    return `<body class="page"${this.#style(`margin:0;padding:0;background:${page}`)}>
<table ${table} width="100%" class="page"${this.#style(`background:${page}`)}><tr><td align="center"${this.#style('padding:24px 12px')}>
<table ${table} width="100%" dir="${direction}"${this.#style('max-width:560px')}>
<tr><td align="${start}"${this.#style(`padding:0 4px 16px;${font};font-size:18px;font-weight:600`)}>${this.#brand()}</td></tr>
<tr><td class="card ink" align="${start}"${this.#style(`background:${card};border:1px solid ${line};border-radius:${look.borderRadius}px;padding:28px 24px;${font};font-size:15px;line-height:1.55;color:${ink}`)}>
${this.#paragraphs()}${this.#button(table)}
</td></tr>
<tr><td class="soft" align="${start}"${this.#style(`padding:16px 4px;${font};font-size:12px;line-height:1.5;color:${soft}`)}>${this.#foot()}</td></tr>
</table>
</td></tr></table>
</body>`;
  }

  #brand(): string {
    const { systemName } = this.#mail.look;
    const { logoSource } = this.#options;
    if (logoSource)
      return `<img src="${escapeHtml(logoSource)}" alt="${escapeHtml(systemName)}" height="36"${this.#style('display:block;height:36px;width:auto;border:0')}>`;
    return `<span class="accent"${this.#style(`color:${this.#light.accent}`)}>${escapeHtml(systemName)}</span>`;
  }

  #paragraphs(): string {
    const values = valuesOf(this.#mail);
    return this.#mail.content.body
      .replace(/\r\n?/g, '\n')
      .trim()
      .split(/\n{2,}/)
      .map(
        (paragraph) => `<p${this.#style('margin:0 0 16px')}>${filledHtml(paragraph, values)}</p>`,
      )
      .join('\n');
  }

  #button(table: string): string {
    const link = linkOf(this.#mail);
    if (!link) return '';
    const { language, content } = this.#mail;
    const { button, onButton, soft, accent } = this.#light;
    const radius = Math.max(3, this.#mail.look.borderRadius);
    const href = escapeHtml(link);
    return `
<table ${table}${this.#style('margin:8px 0 20px')}><tr><td class="button" bgcolor="${button}"${this.#style(`background:${button};border-radius:${radius}px`)}>
<a href="${href}" target="_blank" rel="noopener"${this.#style(`display:inline-block;padding:12px 22px;color:${onButton};font-weight:600;text-decoration:none`)}>${escapeHtml(content.action ?? this.#mail.look.systemName)}</a>
</td></tr></table>
<p class="soft"${this.#style(`margin:0;font-size:13px;color:${soft}`)}>${escapeHtml(orOpen[language])}<br><a class="accent" dir="ltr" href="${href}" target="_blank" rel="noopener"${this.#style(`color:${accent};word-break:break-all`)}>${href}</a></p>`;
  }

  #foot(): string {
    const { systemName, address, copyright } = this.#mail.look;
    const site = `<a class="soft" href="${escapeHtml(address)}" target="_blank" rel="noopener"${this.#style(`color:${this.#light.soft}`)}>${escapeHtml(systemName)}</a>`;
    return copyright ? `${site}<br>${escapeHtml(copyright)}` : site;
  }

  #style(css: string): string {
    if (this.#options.styles === 'attributes') return ` style="${css}"`;
    const name = this.#sheet.get(css) ?? `s${this.#sheet.size}`;
    this.#sheet.set(css, name);
    return ` data-style="${name}"`;
  }

  /** Styles overridden in dark mode. */
  #darkRules(): string {
    const { page, card, line, ink, soft, accent } = this.#dark;
    return `@media (prefers-color-scheme:dark){.page{background:${page}!important}.card{background:${card}!important;border-color:${line}!important}.ink{color:${ink}!important}.soft{color:${soft}!important}.accent{color:${accent}!important}}`;
  }
}

/**
 * The text of a paragraph with its values, each isolated from the text direction of the sentence.
 */
function filledHtml(paragraph: string, values: Record<string, string>): string {
  const html = escapeHtml(paragraph).replace(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? `<bdi>${escapeHtml(values[name] ?? '')}</bdi>` : match,
  );
  return html.replaceAll('\n', '<br>');
}
