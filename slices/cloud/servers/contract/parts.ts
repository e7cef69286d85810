import * as z from 'zod';
import { id, text } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

/** Why the viewer can't do this now, in the viewer's language. Null when they can. */
export const reason = z.string().nullable();

export const cpuType = z.enum(['A', 'B', 'T', 'D']);

/** Requested processor and memory (in MB, 2^20 bytes). */
export const sizeFields = {
  cpuType,
  cores: z.int().min(1).max(1000),
  ramMb: z.int().min(1).max(100_000_000),
};

export const serverParams = z.strictObject({ serverId: id });

export const serverName = text({ min: 1, max: 63 });

/** Passwords are not trimmed, because leading and trailing spaces are significant. */
export const password = z
  .string()
  .max(128)
  .regex(/^[ -~]*$/, {
    message: schemaMessage(localize('invalid.message.useAsciiLettersDigits')),
  });

/** `auto`: the public network of the datacenter. */
const networkChoice = z.union([z.literal('auto'), id]);

/**
 * A network and, optionally, an address in it. The address must be free or reserved for the
 * server's owner. Defaults to the lowest free address.
 */
export const plug = {
  networkId: networkChoice,
  address: z
    .string()
    .trim()
    .max(45)
    .regex(/^[0-9a-fA-F:.]{2,45}$/, {
      message: schemaMessage(localize('invalid.message.enterIpv4Ipv6Address')),
    })
    .optional(),
};

/** Errors when connecting a network interface. */
export const networkErrors = [
  'networkFull',
  'networkWithoutSubnet',
  'networkAddressInvalid',
  'networkAddressTaken',
] as const;
