import { rm } from 'node:fs/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type FontSet, fontConfiguration } from './fonts.ts';

/** A visitor's device, color scheme and language. */
export interface Look {
  device: 'desktop' | 'phone';
  scheme: 'light' | 'dark';
  language: 'en' | 'he';
}

export const defaultLook: Look = { device: 'desktop', scheme: 'light', language: 'en' };

/** Every combination of device, color scheme and language. */
export const allLooks: readonly Look[] = (['desktop', 'phone'] as const).flatMap((device) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    (['en', 'he'] as const).map((language): Look => ({ device, scheme, language })),
  ),
);

/** Four of the eight combinations that cover each pair of device, color scheme and language. */
export const sampleLooks: readonly Look[] = [
  { device: 'desktop', scheme: 'light', language: 'en' },
  { device: 'desktop', scheme: 'dark', language: 'he' },
  { device: 'phone', scheme: 'dark', language: 'en' },
  { device: 'phone', scheme: 'light', language: 'he' },
];

/** The two most different combinations, for screens that the full sweep checks in more of them. */
export const twoLooks: readonly Look[] = [
  defaultLook,
  { device: 'phone', scheme: 'dark', language: 'he' },
];

export const nameOf = ({ device, scheme, language }: Look): string =>
  `${device}, ${scheme}, ${language}`;

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const locales = { en: 'en-US', he: 'he-IL' };

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Resolves reserved names (RFC 6761) to this machine, for sites with their own hostnames.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

/** How long a journey waits for a state before it fails, in ms. */
export const stateDeadlineMs = 15_000;

/**
 * Regular Chromium, and its headless shell, which draws no window around the page and does a
 * quarter less work.
 */
export const chromiumPaths = {
  chromium: '/usr/bin/chromium',
  shell: '/usr/bin/chromium-headless-shell',
} as const;
export type BrowserKind = keyof typeof chromiumPaths;

export async function launchBrowser(kind: BrowserKind, fonts: FontSet): Promise<Browser> {
  const { folder, file } = await fontConfiguration(fonts);
  const env = { ...process.env, FONTCONFIG_FILE: file };
  const browser = await chromium.launch({
    executablePath: chromiumPaths[kind],
    args: chromiumArguments,
    env,
  });
  browser.once('disconnected', () => void rm(folder, { recursive: true, force: true }));
  return browser;
}

/** A visitor with a separate browser. Errors reported by the page fail the journey when it ends. */
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

  static async arrive(
    browser: Browser,
    address: string,
    look: Partial<Look> = {},
  ): Promise<Visitor> {
    const whole = { ...defaultLook, ...look };
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

  /** Expects an error of the page, such as a rejected call, which the browser logs. */
  expectComplaint(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** Returns unexpected errors from the console, scripts and the content security policy. */
  unexpectedComplaints(): string[] {
    return this.complaints.filter(
      (complaint) => !this.expected.some((pattern) => pattern.test(complaint)),
    );
  }

  /** Ends the visit. Throws if the page reported unexpected errors. */
  async leave(): Promise<void> {
    await this.context.close();
    const unexpected = this.unexpectedComplaints();
    if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`);
  }

  private async listen(): Promise<void> {
    this.page.on('pageerror', (error) => this.complaints.push(`script: ${error.message}`));
    this.page.on('console', (message) => {
      if (message.type() === 'error')
        this.complaints.push(`console: ${message.text()} (${message.location().url})`);
    });
    await this.context.exposeFunction('reportPolicyViolation', (violation: string) => {
      this.complaints.push(`content security policy: ${violation}`);
    });
    await this.context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const { reportPolicyViolation } = window as unknown as {
          reportPolicyViolation(text: string): void;
        };
        reportPolicyViolation(
          `${event.violatedDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
        );
      });
    });
  }
}
