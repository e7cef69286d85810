import type { Config } from '../config.ts';

/** The host of the portal's public address: always the root site's, whatever other names it has. Null without a public address. */
export const publicHostOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string | null =>
  publicUrl === undefined ? null : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').toLowerCase();
