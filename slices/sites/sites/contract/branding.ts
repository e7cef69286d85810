import * as z from 'zod';
import { endpoint, id, integerText, moment, text } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../../contract/fields/stored.ts';
import { localize } from '../texts/localize.ts';
import { language, perLanguage, siteHost, siteParams } from './fields.ts';

const color = z
  .string()
  .trim()
  .regex(/^#[0-9a-f]{6}$/, {
    message: schemaMessage(localize('invalid.message.enterColorExample0062cc')),
  });

/** The branding of a site. Each published version stores one. */
export const look = z.strictObject({
  primaryColor: color,
  tagColor: color,
  borderRadius: z.int().min(0).max(24),
  fontSize: z.int().min(12).max(20),
  viewMode: z.enum(['Full', 'Mini']),
  logo: z.uuid().nullable(),
  favicon: z.uuid().nullable(),
  menu: z
    .record(
      z
        .string()
        .trim()
        .regex(/^[A-Za-z][\w.-]{0,60}$/),
      z.strictObject({
        icon: z
          .string()
          .trim()
          .regex(/^[a-z0-9-]{1,40}$/)
          .optional(),
        title: perLanguage(text({ min: 1, max: 40 })).optional(),
      }),
    )
    .refine((menu) => Object.keys(menu).length <= 200, {
      message: schemaMessage(localize('invalid.message.limit200Entries')),
    }),
});

const lookVersion = z.strictObject({
  version: z.int(),
  look: stored(look),
  note: z.string(),
  publishedAt: moment,
  publishedBy: z.string().nullable(),
  isCurrent: z.boolean(),
});

export const siteLookEndpoints = {
  getSiteLook: endpoint({
    title: localize('operations.getSiteLook'),
    method: 'GET',
    path: '/sites/{siteHost}/look',
    summary: 'Get a site’s published branding and earlier versions.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    params: siteParams,
    answer: z.strictObject({
      look: stored(look),
      version: z.int(),
      systemName: z.string(),
      languages: z.array(language),
      /** The menu entries that can be renamed. */
      entries: z.array(
        z.strictObject({ id: z.string(), icon: z.string(), title: perLanguage(z.string()) }),
      ),
      history: z.array(lookVersion),
    }),
  }),
  publishSiteLook: endpoint({
    title: localize('operations.publishSiteLook'),
    method: 'POST',
    path: '/sites/{siteHost}/look',
    summary: 'Publish new branding as the next version.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    body: z.strictObject({ look, note: text({ max: 200 }) }),
    answer: z.strictObject({ version: z.int() }),
  }),
  rollBackSiteLook: endpoint({
    title: localize('operations.rollBackSiteLook'),
    method: 'POST',
    path: '/sites/{siteHost}/look/rollBack',
    summary: 'Publish earlier branding again as the next version.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    body: z.strictObject({ version: z.int().positive() }),
    answer: z.strictObject({ version: z.int() }),
  }),
  uploadSitePicture: endpoint({
    title: localize('operations.uploadSitePicture'),
    method: 'POST',
    path: '/sites/{siteHost}/pictures',
    summary: 'Upload a branding image: PNG, JPEG, or SVG, up to 256 kB.',
    access: 'sites.manage',
    changes: true,
    touches: ['site'],
    params: siteParams,
    /** Base64. */
    body: z.strictObject({ content: z.string().min(1).max(360_000) }),
    answer: z.strictObject({ id, type: z.string(), bytes: z.int() }),
    errors: ['pictureRefused'],
  }),
  sitePicture: endpoint({
    title: localize('operations.sitePicture'),
    method: 'GET',
    path: '/sites/{siteHost}/pictures/{pictureId}',
    command: 'sites get-picture',
    summary: 'Get a branding image.',
    access: 'sites.view',
    changes: false,
    kind: 'file',
    params: z.strictObject({ siteHost, pictureId: id }),
  }),
  previewSiteMail: endpoint({
    title: localize('operations.previewSiteMail'),
    method: 'GET',
    path: '/sites/{siteHost}/mailPreview',
    summary: 'Preview an email with given branding, for a sandboxed frame.',
    access: 'sites.view',
    changes: false,
    kind: 'file',
    params: siteParams,
    query: z.strictObject({
      primaryColor: color,
      borderRadius: integerText({ min: 0, max: 24 }),
      logo: id.optional(),
      scheme: z.enum(['light', 'dark']),
      language,
    }),
  }),
  siteFavicon: endpoint({
    title: localize('operations.siteFavicon'),
    method: 'GET',
    path: '/favicon',
    summary: 'Get the site’s favicon.',
    access: 'public',
    asks: 'site',
    changes: false,
    kind: 'file',
    query: z.strictObject({ v: integerText({ min: 0, max: 1_000_000_000 }).optional() }),
  }),
};
