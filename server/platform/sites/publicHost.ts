import type { Config } from '../config.ts';

/**
 * The hostname of the public URL, which always belongs to the root site. Null without a public URL.
 */
export const publicHostOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string | null =>
  publicUrl === undefined
    ? null
    : new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').toLowerCase();
