import { join } from 'node:path';
import { accountingDriver } from '../drivers/accounting/drivers.ts';
import { buildDebianImage } from '../drivers/compute/guests/buildDebianImage.ts';
import { buildTinyGuest } from '../drivers/compute/guests/buildTinyGuest.ts';
import {
  GuestBuildError,
  type RequiredProgram,
  requirePrograms,
} from '../drivers/compute/guests/packages.ts';
import { QemuEngine } from '../drivers/compute/qemu/engine.ts';
import { SimulatedEngine } from '../drivers/compute/simulated.ts';
import { QemuImgConverter } from '../drivers/diskimage/converter.ts';
import type { ImageConverter } from '../drivers/diskimage/port.ts';
import { ecbDriver as exchangeRateDriver } from '../drivers/exchangeRates/ecb.ts';
import { smtpDriver } from '../drivers/mail/smtp.ts';
import { paymentDriver } from '../drivers/payment/drivers.ts';
import { createHttpSend } from '../drivers/sms/createHttpSend.ts';
import { httpSmsDriver } from '../drivers/sms/http.ts';
import { twilioDriver } from '../drivers/sms/twilio.ts';
import { socialDriver } from '../drivers/social/drivers.ts';
import { taxAuthorityDriver } from '../drivers/taxAuthority/drivers.ts';
import { viesDriver as taxNumberDriver } from '../drivers/taxNumbers/vies.ts';
import type { EngineMakers } from '../slices/cloud/datacenters/server/index.ts';
import { ImageBuildError, type ImageBuilder } from '../slices/cloud/images/server/index.ts';
import type { MessageDrivers } from '../slices/sites/mails/server/index.ts';
import type { Ports } from './platform/context.ts';

export const engineMakers: EngineMakers = {
  qemu: (config) =>
    new QemuEngine({
      dataDir: join(config.dataDir, 'qemu'),
      ...(config.network && { network: config.network }),
      ...(config.guestsReachHost && { guestsReachHost: true }),
      ...(config.privateDomains && { privateDomains: config.privateDomains }),
    }),
  simulated: (config) => new SimulatedEngine({ dataDir: join(config.dataDir, 'simulated') }),
};

const messages: MessageDrivers = {
  mail: (settings, password, lookup) =>
    smtpDriver({ ...settings, password, ...(lookup ? { lookup } : {}) }),
  sms: (settings, secret, access) =>
    settings.driver === 'twilio'
      ? twilioDriver({ ...settings, authToken: secret }, createHttpSend(access))
      : httpSmsDriver({ ...settings, secret }, createHttpSend(access)),
};

/** Reads images uploaded by customers. */
const imageConverter: ImageConverter = new QemuImgConverter();

const apt = { program: 'apt-get', debianPackage: 'apt' };

/** Subordinate IDs for building the system without root. */
const subordinateIds =
  process.getuid?.() === 0 ? [] : [{ program: 'newuidmap', debianPackage: 'uidmap' }];

const imageBuilders: readonly ImageBuilder[] = [
  builder(
    'tiny',
    [apt, { program: 'dpkg-deb', debianPackage: 'dpkg' }],
    async (folder, log, signal) => {
      const { disk, kernel, initrd, append } = await buildTinyGuest(folder, log, signal);
      return { path: disk, format: 'qcow2', kernel, initrd, append };
    },
  ),
  builder(
    'debian',
    [apt, { program: 'mmdebstrap', debianPackage: 'mmdebstrap' }, ...subordinateIds],
    async (folder, log, signal) => {
      const path = join(folder, 'debian.qcow2');
      await buildDebianImage(path, log, signal);
      return { path, format: 'qcow2' };
    },
  ),
];

/** `requiredPrograms` tests whether this machine can build the image. The build itself checks the rest. */
function builder(
  code: string,
  requiredPrograms: readonly RequiredProgram[],
  build: ImageBuilder['build'],
): ImageBuilder {
  return {
    code,
    obstacle: () =>
      requirePrograms(requiredPrograms).then(
        () => null,
        (error: unknown) => asLaunchError(error).message,
      ),
    build: (folder, log, signal) =>
      build(folder, log, signal).catch((error: unknown) => {
        throw asLaunchError(error);
      }),
  };
}

function asLaunchError(error: unknown): Error {
  // With the error as its own cause, the same message would be logged twice.
  if (error instanceof GuestBuildError)
    return new ImageBuildError(error.message, { cause: error.cause });
  return error instanceof Error ? error : new Error(String(error));
}

/** The drivers of this program. Slices only know their ports. */
export const ports: Ports = {
  accounting: accountingDriver,
  exchangeRates: exchangeRateDriver,
  imageBuilders,
  imageConverter,
  messages,
  payments: paymentDriver,
  social: socialDriver,
  taxAuthority: taxAuthorityDriver,
  taxNumbers: taxNumberDriver,
};
