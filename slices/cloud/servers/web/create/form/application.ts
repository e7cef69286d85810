import type { Answer } from '../../../../../../web/client.ts';
import { clampToLimits, type Options, type ServerForm } from './form.ts';

export type Package = Answer<'offeredPackages'>['items'][number];
export type PackageKind = Package['kind'];
export type Value = string | number | boolean;

/** The app of a new server, and its parameters. */
export interface ChosenApp {
  packageId: string;
  parameters: Readonly<Record<string, Value>>;
  /** Minimum requirements of the app. */
  minimum: Package['minimum'];
  imageCodes: readonly string[];
}

const kinds: readonly (readonly [path: string, kind: PackageKind])[] = [
  ['/servercreateapp', 'app'],
  ['/servercreatedesktop', 'desktop'],
  ['/servercreateservice', 'service'],
];

/** The kind of app that the screen at this path creates. Null for a plain server. */
export const kindAt = (path: string): PackageKind | null =>
  kinds.find(([prefix]) => path.toLowerCase().startsWith(prefix))?.[1] ?? null;

/** The form with an app: default parameters, a supported image and large enough sizes. */
export function withApp(form: ServerForm, chosen: Package, options: Options): ServerForm {
  const { id: packageId, minimum, imageCodes } = chosen;
  const parameters = Object.fromEntries(chosen.parameters.map(({ name, value }) => [name, value]));
  const images = imagesFor(options, imageCodes);
  const keepsImage = images.images.some(({ id }) => id === form.imageId);
  const image = keepsImage
    ? form.imageId
    : (images.images.find((one) => one.readyIn.includes(form.datacenterId))?.id ?? null);
  return clampToLimits(
    { ...form, imageId: image, app: { packageId, parameters, minimum, imageCodes } },
    options,
  );
}

/** The options with only the images that the app supports. */
export const imagesFor = (options: Options, codes: readonly string[] | undefined): Options =>
  codes === undefined
    ? options
    : { ...options, images: options.images.filter(({ code }) => codes.includes(code)) };
