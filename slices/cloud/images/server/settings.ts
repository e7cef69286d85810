import * as z from 'zod';
import { defineSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';

/** Lets new users create a server without downloading an image first. */
export const buildAtStart = defineSetting({
  id: 'images.buildAtStart',
  schema: z.boolean(),
  fallback: true,
  title: localize('buildAtStart'),
  level: 'root',
  access: 'portal.manage',
});

/** GB of one file that is brought. */
export const maxUploadGb = defineSetting({
  id: 'images.maxUploadGb',
  schema: z.int().min(1).max(512),
  fallback: 64,
  title: localize('maxUploadGb'),
  level: 'site',
  access: 'settings.manage',
});

/** GB of one account: its images as they are stored, and its uploads. */
export const imageQuotaGb = defineSetting({
  id: 'images.quotaGb',
  schema: z.int().min(0).max(1_000_000),
  fallback: 200,
  title: localize('imageQuotaGb'),
  level: 'site',
  access: 'settings.manage',
});

/**
 * GB the disk of an image may show. Specification section 9: a disk to start from has 2,000 GB at
 * most.
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
