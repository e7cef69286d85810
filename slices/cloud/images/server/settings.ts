import * as z from 'zod';
import { defineSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';

/**
 * Builds the first images at the start, so that new users can create a server without downloading
 * one.
 */
export const buildAtStart = defineSetting({
  id: 'images.buildAtStart',
  schema: z.boolean(),
  fallback: true,
  title: localize('buildAtStart'),
  level: 'root',
  access: 'portal.manage',
});

/** Maximum size of a single file, in GB. */
export const maxUploadGb = defineSetting({
  id: 'images.maxUploadGb',
  schema: z.int().min(1).max(512),
  fallback: 64,
  title: localize('maxUploadGb'),
  level: 'site',
  access: 'settings.manage',
});

/** Storage quota of an account in GB, which counts stored images and uploads. */
export const imageQuotaGb = defineSetting({
  id: 'images.quotaGb',
  schema: z.int().min(0).max(1_000_000),
  fallback: 200,
  title: localize('imageQuotaGb'),
  level: 'site',
  access: 'settings.manage',
});

/**
 * Maximum disk size of an image, in GB. Specification section 9: a boot disk has at most 2,000 GB.
 */
export const maxImageDiskGb = 2000;

export const keepUploadsHours = defineSetting({
  id: 'images.keepUploadsHours',
  schema: z.int().min(1).max(720),
  fallback: 48,
  title: localize('keepUploadsHours'),
  level: 'root',
  access: 'portal.manage',
});
