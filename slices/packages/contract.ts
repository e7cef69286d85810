import * as z from 'zod';
import { commandHandle, done, endpoint, id, moment, text } from '../../contract/endpoint.ts';
import { eachLanguage, type Language } from '../../contract/languages.ts';
import { listPage, listQuery } from '../../contract/page.ts';
import { schemaMessage } from '../../contract/schemaMessage.ts';
import { stored } from '../../contract/stored.ts';
import { localize } from './texts/localize.ts';

export { errors, things } from './errors.ts';
export { permissions } from './permissions.ts';

/** Null: it can be done now. Otherwise why not, in the viewer's language. */
const reason = z.string().nullable();

export const packageKind = z.enum(['app', 'desktop', 'service']);
/** In English, and in other languages as far as the maker translates it. */
export type ManifestText = { en: string } & { [Other in Language]?: string | undefined };
const words = (max: number) =>
  z.strictObject({
    ...eachLanguage(() => text({ min: 1, max }).optional()),
    en: text({ min: 1, max }),
  });
/** What a script is handed it as: `APP_` and the name in capitals. */
const parameterName = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, {
    message: schemaMessage(localize('invalid.message.useUp40Lowercase')),
  });
const fileName = z
  .string()
  .trim()
  .regex(/^[a-zA-Z0-9._-]{1,100}$/, {
    message: schemaMessage(localize('invalid.message.fileNameCanContain')),
  });

/** How a value is asked for. `password` is a secret: sealed, shown once, never listed. */
export const parameter = z.strictObject({
  name: parameterName,
  type: z.enum(['text', 'multiline', 'number', 'boolean', 'choice', 'email', 'host', 'password']),
  title: words(120),
  hint: words(300).optional(),
  required: z.boolean().optional(),
  default: z.union([text({ max: 2000, multiline: true }), z.number(), z.boolean()]).optional(),
  minLength: z.int().min(0).max(4000).optional(),
  maxLength: z.int().min(1).max(4000).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  pattern: text({ min: 1, max: 200 }).optional(),
  patternHint: words(300).optional(),
  /** Of a password: made by the portal when it is left empty. */
  generate: z.boolean().optional(),
  options: z
    .array(z.strictObject({ value: text({ min: 1, max: 100 }), title: words(120) }))
    .min(1)
    .max(50)
    .optional(),
});

export const manifest = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9-]{1,39}$/, {
      message: schemaMessage(localize('invalid.message.use240Lowercase')),
    }),
  title: words(80),
  description: words(1000),
  version: z
    .string()
    .trim()
    .regex(/^([0-9]|[1-9][0-9]{1,2})(\.([0-9]|[1-9][0-9]{1,2})){2}$/, {
      message: schemaMessage(localize('invalid.message.enterThreeNumbersUp')),
    }),
  kind: packageKind,
  /** Codes of the images it can be installed on. */
  images: z
    .array(text({ min: 1, max: 60 }))
    .min(1)
    .max(20),
  /** Memory in MB (2^20 bytes), disk in GB (2^30 bytes). */
  minimum: z.strictObject({
    cores: z.int().min(1).max(64),
    ramMb: z.int().min(64).max(1_048_576),
    diskGb: z.int().min(1).max(16_000),
  }),
  parameters: z.array(parameter).max(30),
  scripts: z.strictObject({
    install: fileName,
    check: fileName.optional(),
    upgrade: fileName.optional(),
    remove: fileName.optional(),
  }),
  timeoutMinutes: z.int().min(1).max(120),
  ports: z
    .array(
      z.strictObject({
        port: z.int().min(1).max(65_535),
        protocol: z.enum(['tcp', 'udp']),
        title: words(80),
      }),
    )
    .max(20),
  /** `{address:80}` becomes where that port is reached, `{parameter:name}` a value. */
  links: z.array(z.strictObject({ title: words(80), url: text({ min: 1, max: 500 }) })).max(10),
});

export const packageItem = z.strictObject({
  id: z.uuid(),
  /** Null: it comes with the portal. */
  siteId: z.uuid().nullable(),
  site: z.string(),
  code: z.string(),
  title: z.string(),
  description: z.string(),
  kind: packageKind,
  /** The one that is offered; null when all are withdrawn. */
  version: z.string().nullable(),
  versions: z.int(),
  /** Servers that were made with it. */
  servers: z.int(),
  /** On the viewer's own site. */
  isEnabled: z.boolean(),
  createdAt: moment,
  actions: z.strictObject({ remove: reason }),
});

export const packageVersion = z.strictObject({
  version: z.string(),
  /** SHA-256 of manifest and scripts, hexadecimal. */
  digest: z.string(),
  isWithdrawn: z.boolean(),
  servers: z.int(),
  createdAt: moment,
  createdBy: z.string(),
});

/** A package as the create screen offers it. */
export const offeredPackage = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  title: z.string(),
  description: z.string(),
  kind: packageKind,
  version: z.string(),
  imageCodes: z.array(z.string()),
  minimum: manifest.shape.minimum,
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      type: parameter.shape.type,
      title: z.string(),
      hint: z.string(),
      isRequired: z.boolean(),
      /** As the field begins. */
      value: z.union([z.string(), z.number(), z.boolean()]),
      generate: z.boolean(),
      min: z.number().nullable(),
      max: z.number().nullable(),
      maxLength: z.int().nullable(),
      options: z.array(z.strictObject({ value: z.string(), title: z.string() })),
    }),
  ),
});

export const appState = z.enum([
  'waiting',
  'installing',
  'installed',
  'failed',
  'upgrading',
  'removing',
  'removed',
]);

/** The application of a server. */
export const serverApp = z.strictObject({
  packageId: z.uuid(),
  code: z.string(),
  title: z.string(),
  kind: packageKind,
  version: z.string(),
  /** What upgrading would bring; null when it is the latest. */
  newVersion: z.string().nullable(),
  state: appState,
  health: z.enum(['unknown', 'healthy', 'unhealthy']),
  checkedAt: moment.nullable(),
  installedAt: moment.nullable(),
  /** The latest work on it; see the servicelets of the server. */
  serviceletId: z.uuid().nullable(),
  cmdId: z.int().nullable(),
  parameters: z.array(z.strictObject({ title: z.string(), value: z.string() })),
  /** Where it is reached, once it is installed. */
  links: z.array(z.strictObject({ title: z.string(), url: z.string() })),
  /** Passwords that can be shown once. */
  hasSecrets: z.boolean(),
  actions: z.strictObject({
    check: reason,
    upgrade: reason,
    retry: reason,
    remove: reason,
    secrets: reason,
  }),
});

const ofPackage = z.strictObject({ packageId: id });
const ofVersion = z.strictObject({ packageId: id, version: manifest.shape.version });
const ofServer = z.strictObject({ serverId: id });
const scripts = z
  .record(fileName, z.string().max(131_072))
  .refine((given) => Object.keys(given).length <= 10, {
    message: schemaMessage(localize('invalid.message.packageCanUpTen')),
  });

export const packageEndpoints = {
  listPackages: endpoint({
    title: localize('operations.listPackages'),
    method: 'GET',
    path: '/packages',
    summary: 'List the app packages of your sites and the built-in ones.',
    access: 'packages.manage',
    changes: false,
    query: listQuery(['title', 'kind', 'created'], { kind: packageKind.optional() }),
    answer: listPage(packageItem),
  }),
  offeredPackages: endpoint({
    title: localize('operations.offeredPackages'),
    method: 'GET',
    path: '/packages/offered',
    command: 'packages list-offered',
    summary: 'List the apps available for new servers on your site, with their parameters.',
    access: 'packages.view',
    changes: false,
    query: z.strictObject({ kind: packageKind.optional() }),
    answer: z.strictObject({ items: z.array(offeredPackage) }),
  }),
  uploadPackage: endpoint({
    title: localize('operations.uploadPackage'),
    method: 'POST',
    path: '/packages',
    summary:
      'Upload an app package or a new version: an archive (zip or tar.gz, 512 KiB at most) with manifest.json and scripts, or manifest and scripts as text.',
    access: 'packages.manage',
    changes: true,
    dangerous: true,
    body: z.union([
      /** Base64. */
      z.strictObject({ archive: z.string().min(1).max(700_000) }),
      z.strictObject({ manifest, scripts }),
    ]),
    answer: z.strictObject({ id, version: z.string(), isNew: z.boolean() }),
    errors: ['packageInvalid', 'packageArchiveRefused', 'packageVersionTaken'],
  }),
  getPackage: endpoint({
    title: localize('operations.getPackage'),
    method: 'GET',
    path: '/packages/{packageId}',
    summary: 'Get an app package with its versions and the sites that offer it.',
    access: 'packages.manage',
    changes: false,
    params: ofPackage,
    answer: packageItem.extend({
      versions: z.array(packageVersion),
      sites: z.array(z.strictObject({ siteId: id, name: z.string(), isEnabled: z.boolean() })),
    }),
  }),
  getPackageVersion: endpoint({
    title: localize('operations.getPackageVersion'),
    method: 'GET',
    path: '/packages/{packageId}/versions/{version}',
    summary: 'Get the manifest and scripts of a package version.',
    access: 'packages.manage',
    changes: false,
    params: ofVersion,
    answer: packageVersion.extend({
      manifest: stored(manifest),
      scripts: z.record(z.string(), z.string()),
    }),
  }),
  withdrawPackageVersion: endpoint({
    title: localize('operations.withdrawPackageVersion'),
    method: 'PUT',
    path: '/packages/{packageId}/versions/{version}/withdrawn',
    summary: 'Withdraw a package version, or offer it again. Servers that use it keep it.',
    access: 'packages.manage',
    changes: true,
    params: ofVersion,
    body: z.strictObject({ isWithdrawn: z.boolean() }),
    answer: done,
    errors: ['packageShipped'],
  }),
  enablePackage: endpoint({
    title: localize('operations.enablePackage'),
    method: 'PUT',
    path: '/packages/{packageId}/sites/{siteId}',
    summary: 'Enable or disable a package for a site and the sites that inherit from it.',
    access: 'packages.manage',
    changes: true,
    params: z.strictObject({ packageId: id, siteId: id }),
    body: z.strictObject({ isEnabled: z.boolean() }),
    answer: done,
  }),
  deletePackage: endpoint({
    title: localize('operations.deletePackage'),
    method: 'DELETE',
    path: '/packages/{packageId}',
    command: 'packages delete',
    summary: 'Delete a package that no server uses.',
    access: 'packages.manage',
    changes: true,
    dangerous: true,
    params: ofPackage,
    answer: done,
    errors: ['packageInUse', 'packageShipped'],
  }),
  getServerApp: endpoint({
    title: localize('operations.getServerApp'),
    method: 'GET',
    path: '/servers/{serverId}/app',
    summary: 'Get the app installed on a server, or `null`.',
    access: 'servers.view',
    changes: false,
    params: ofServer,
    answer: z.strictObject({ app: serverApp.nullable() }),
  }),
  workOnServerApp: endpoint({
    title: localize('operations.workOnServerApp'),
    method: 'PUT',
    path: '/servers/{serverId}/app/{work}',
    command: 'servers run-app-action',
    summary: 'Check, upgrade, reinstall, or remove the app of a server.',
    access: 'servicelets.run',
    changes: true,
    params: z.strictObject({ serverId: id, work: z.enum(['check', 'upgrade', 'retry', 'remove']) }),
    answer: commandHandle,
    errors: ['packageWrongState', 'datacenterNotReady'],
  }),
  showAppSecrets: endpoint({
    title: localize('operations.showAppSecrets'),
    method: 'POST',
    path: '/servers/{serverId}/app/secrets',
    summary: 'Get the app’s passwords. They are shown once and then deleted.',
    access: 'servicelets.run',
    changes: true,
    params: ofServer,
    answer: z.strictObject({
      items: z.array(z.strictObject({ title: z.string(), value: z.string() })),
    }),
    errors: ['packageWrongState', 'packageSecretsGone'],
  }),
};

export { packageEndpoints as endpoints };
