import type { Answer } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { text } from './text.ts';

export type VendorRequest = Answer<'listVendorRequests'>['items'][number];

/** The ports of the contract, in the order of the filter. */
export const ports = [
  'payment',
  'accounting',
  'taxAuthority',
  'taxNumbers',
  'exchangeRates',
  'sms',
  'social',
] as const satisfies readonly VendorRequest['port'][];

export const StatusBadge = ({ status, isFailure }: Pick<VendorRequest, 'status' | 'isFailure'>) => (
  <Badge tone={isFailure ? 'bad' : 'good'}>{status ?? text('noResponse')}</Badge>
);
