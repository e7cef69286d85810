import { rm } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type FontSet, fontConfiguration } from './fonts.ts';

/** How a person looks at the portal. */
export interface Look {
  device: 'desktop' | 'phone';
  scheme: 'light' | 'dark';
  language: 'en' | 'he';
}

export const plainLook: Look = { device: 'desktop', scheme: 'light', language: 'en' };

/** Every combination of device, colours and language. */
export const allLooks: readonly Look[] = (['desktop', 'phone'] as const).flatMap((device) =>
  (['light', 'dark'] as const).flatMap((scheme) => (['en', 'he'] as const).map((language): Look => ({ device, scheme, language }))),
);

/** Of the eight the four in which each two of device, colours and language meet. */
export const fourLooks: readonly Look[] = [
  { device: 'desktop', scheme: 'light', language: 'en' },
  { device: 'desktop', scheme: 'dark', language: 'he' },
  { device: 'phone', scheme: 'dark', language: 'en' },
  { device: 'phone', scheme: 'light', language: 'he' },
];

/** The two that differ most, for screens that the walk over every screen looks at in more of them. */
export const twoLooks: readonly Look[] = [plainLook, { device: 'phone', scheme: 'dark', language: 'he' }];

export const nameOf = ({ device, scheme, language }: Look): string => `${device}, ${scheme}, ${language}`;

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const locales = { en: 'en-US', he: 'he-IL' };

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names that are nobody's (RFC 6761) are this machine: sites with host names of their own.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

/** How long a state may take to come before a journey fails. */
export const stateDeadlineMs = 15_000;

/** Chromium as people have it, and its headless shell, which draws no window around the page and does a quarter less work. */
export const chromiumPaths = { chromium: '/usr/bin/chromium', shell: '/usr/bin/chromium-headless-shell' } as const;
export type BrowserKind = keyof typeof chromiumPaths;

export async function launchBrowser(kind: BrowserKind, fonts: FontSet): Promise<Browser> {
  const { folder, file } = await fontConfiguration(fonts);
  const env = { ...process.env, FONTCONFIG_FILE: file };
  const browser = await chromium.launch({ executablePath: chromiumPaths[kind], args: chromiumArguments, env });
  browser.once('disconnected', () => void rm(folder, { recursive: true, force: true }));
  return browser;
}

/** A person at a browser of his own. Whatever the page complains of makes the journey fail when it ends. */
export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly look: Look;
  readonly address: string;
  private readonly complaints: string[] = [];
  private readonly expected: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page, look: Look, address: string) {
    this.context = context;
    this.page = page;
    this.look = look;
    this.address = address;
  }

  static async arrive(browser: Browser, address: string, look: Partial<Look> = {}): Promise<Visitor> {
    const whole = { ...plainLook, ...look };
    const context = await browser.newContext({
      baseURL: address,
      viewport: sizes[whole.device],
      hasTouch: whole.device === 'phone',
      colorScheme: whole.scheme,
      locale: locales[whole.language],
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(stateDeadlineMs);
    const visitor = new Visitor(context, await context.newPage(), whole, address);
    await visitor.listen();
    return visitor;
  }

  /** Something the page will rightly complain of, such as a refused call, which the browser logs. */
  expectComplaint(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** Errors of the console, of scripts and of the content security policy that nobody expected. */
  unexpectedComplaints(): string[] {
    return this.complaints.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)));
  }

  /** Ends the visit. Throws when the page complained. */
  async leave(): Promise<void> {
    await this.context.close();
    const unexpected = this.unexpectedComplaints();
    if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`);
  }

  private async listen(): Promise<void> {
    this.page.on('pageerror', (error) => this.complaints.push(`script: ${error.message}`));
    this.page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`console: ${message.text()} (${message.location().url})`);
    });
    await this.context.exposeFunction('reportPolicyViolation', (violation: string) => {
      this.complaints.push(`content security policy: ${violation}`);
    });
    await this.context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const { reportPolicyViolation } = window as unknown as { reportPolicyViolation(text: string): void };
        reportPolicyViolation(`${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
      });
    });
  }
}
