import * as z from 'zod';
import { id, text } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

/** Null: the viewer may do it now. Otherwise why not, in the viewer's language. */
export const reason = z.string().nullable();

export const cpuType = z.enum(['A', 'B', 'T', 'D']);

/** Requested processor and memory (MB, 2^20 bytes). */
export const sizeGiven = {
  cpuType,
  cores: z.int().min(1).max(1000),
  ramMb: z.int().min(1).max(100_000_000),
};

export const serverParams = z.strictObject({ serverId: id });

export const serverName = text({ min: 1, max: 63 });

/** A password is exactly what was typed: spaces around it count. */
export const password = z
  .string()
  .max(128)
  .regex(/^[ -~]*$/, {
    message: schemaMessage(localize('invalid.message.useAsciiLettersDigits')),
  });

/** `auto`: the public network of the datacenter. */
const networkChoice = z.union([z.literal('auto'), id]);

/**
 * A network, and in it a chosen address: one that is free, or reserved for the server's owner;
 * without one the lowest free one.
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

/** Errors of connecting an interface. */
export const plugErrors = [
  'networkFull',
  'networkWithoutSubnet',
  'networkAddressInvalid',
  'networkAddressTaken',
] as const;
