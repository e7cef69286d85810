import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../../contract/languages.ts';
import { describeStored } from '../../../../../drivers/problem.ts';
import { hasPermission } from '../../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { countryName, findCompany } from '../../../companies/server/index.ts';
import type { allocationEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { requeueCompany } from '../requests/requests.ts';
import { countUndecided } from '../store.ts';
import {
  authorityCountry,
  type Connection,
  needsAttention,
  readConnection,
  refreshTokenLocation,
  secretLocation,
  secretsDb,
} from './connections.ts';
import { driverOf, toUserError } from './drivers.ts';

type Answer = z.output<(typeof allocationEndpoints)['getTaxAuthority']['answer']>;
type AuthorityInput = z.output<(typeof allocationEndpoints)['saveTaxAuthority']['body']>;

/** How long a sign-in at the authority is valid, in milliseconds. */
const signedInMs = 90 * 86_400_000;

async function findConnection(ctx: SignedInContext, companyId: string): Promise<Connection> {
  await findCompany(ctx, companyId);
  const found = await readConnection(ctx, companyId);
  if (!found) throw userError('notFound', { what: 'connection', id: companyId });
  return found;
}

export async function getTaxAuthorityConnection(
  ctx: SignedInContext,
  companyId: string,
): Promise<Answer> {
  const company = await findCompany(ctx, companyId);
  const connection = await readConnection(ctx, companyId);
  return {
    isOffered: company.country === authorityCountry,
    connection: connection && presentConnection(ctx, connection),
    held: await countUndecided(ctx, companyId),
    canManage: hasPermission(ctx, 'companies.manage'),
  };
}

function presentConnection(
  { clock, language }: Pick<Context, 'clock' | 'language'>,
  connection: Connection,
): NonNullable<Answer['connection']> {
  const { environment, baseAddress, clientId, userName, softwareNumber, signedInUntil, problem } =
    connection;
  const isWarning = needsAttention(connection, clock.now());
  const problemSummary = { isWarning, problem: describeStored(problem)[language] };
  return {
    environment,
    baseAddress,
    clientId,
    userName,
    softwareNumber,
    signedInUntil: signedInUntil.toISOString(),
    ...problemSummary,
  };
}

/**
 * The destination and account of a connection. Stored secrets must not be sent to any other
 * destination.
 */
const destinationOf = ({
  environment,
  baseAddress,
  clientId,
}: Pick<AuthorityInput, 'environment' | 'baseAddress' | 'clientId'>): string =>
  JSON.stringify([environment, baseAddress, clientId]);

/** Throws `taxAuthorityCountry`, `taxAuthoritySecretNeeded`, `taxAuthorityAddressRefused`. */
export async function saveAuthority(
  ctx: SignedInContext,
  companyId: string,
  input: AuthorityInput,
): Promise<void> {
  const company = await findCompany(ctx, companyId);
  if (company.country !== authorityCountry)
    throw userError('taxAuthorityCountry', {
      country: eachLanguage((language) => countryName(company.country, language)),
    });
  checkAddress(input.baseAddress);
  const before = await readConnection(ctx, companyId);
  const hasSameDestination = before !== null && destinationOf(before) === destinationOf(input);
  for (const name of ['clientSecret', 'refreshToken'] as const)
    if (input[name] === undefined && !hasSameDestination)
      throw userError('taxAuthoritySecretNeeded', {}, name);
  const {
    environment,
    baseAddress,
    clientId,
    userName,
    softwareNumber,
    clientSecret,
    refreshToken,
  } = input;
  const { secrets } = ctx.services;
  const now = ctx.clock.now();
  const secret =
    clientSecret === undefined
      ? before?.clientSecret
      : secrets.seal(clientSecret, secretLocation(companyId));
  const refresh =
    refreshToken === undefined
      ? before?.refreshToken
      : secrets.seal(refreshToken, refreshTokenLocation(companyId));
  const until =
    refreshToken === undefined ? before?.signedInUntil : new Date(now.getTime() + signedInMs);
  await sql`
    insert into tax_authority_connection as c (company_id, environment, base_address, client_id, client_secret, user_name, software_number, refresh_token,
      signed_in_until, created_at, changed_at, changed_by)
    values (${companyId}, ${environment}, ${baseAddress}, ${clientId}, ${secret}, ${userName}, ${softwareNumber}, ${refresh}, ${until}, ${now}, ${now},
      ${ctx.actor.userId})
    on conflict (company_id) do update set environment = excluded.environment, base_address = excluded.base_address, client_id = excluded.client_id,
      client_secret = excluded.client_secret, user_name = excluded.user_name, software_number = excluded.software_number,
      signed_in_until = excluded.signed_in_until, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      minimum_on = null, minimum = null, minimum_at = null
      ${refreshToken === undefined ? sql`` : sql`, refresh_token = excluded.refresh_token, access_token = null, access_until = null, warned_days = null, problem = '', renewal = null, renewal_until = null`}`.execute(
    secretsDb(ctx),
  );
  // Documents waiting for a new sign-in are sent again.
  await requeueCompany(ctx, companyId);
  const auditedValues = { environment, baseAddress, clientId, userName, softwareNumber };
  const describeChange = (value: string | undefined) =>
    value === undefined ? 'unchanged' : 'set anew';
  ctx.note({
    targetType: 'company',
    targetId: companyId,
    before: before
      ? {
          environment: before.environment,
          baseAddress: before.baseAddress,
          clientId: before.clientId,
        }
      : null,
    after: {
      ...auditedValues,
      clientSecret: describeChange(clientSecret),
      refreshToken: describeChange(refreshToken),
    },
  });
  await announce(ctx.db, { topic: 'company', id: companyId });
}

/** Only root connects companies, so private-network addresses are allowed. */
function checkAddress(address: string): void {
  if (address === '') return;
  const addressError = (problem: LocalizedText) =>
    userError('taxAuthorityAddressRefused', { address, problem }, 'baseAddress');
  if (!URL.canParse(address)) throw addressError(localize('connect.checkAddress.enterUrlSuchAs'));
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw addressError(localize('connect.checkAddress.onlyHttpsHttpUrls'));
  if (url.username || url.password || url.search || url.hash)
    throw addressError(localize('connect.checkAddress.urlCanContainOnly'));
}

/** Throws `taxAuthorityInUse`. */
export async function removeAuthority(ctx: SignedInContext, companyId: string): Promise<void> {
  const { environment } = await findConnection(ctx, companyId);
  // Concurrent issuing waits for this lock and then finds no connection.
  await sql`select from tax_authority_connection where company_id = ${companyId} for update`.execute(
    ctx.db,
  );
  const count = await countUndecided(ctx, companyId);
  if (count > 0) throw userError('taxAuthorityInUse', { count });
  await sql`delete from tax_authority_connection where company_id = ${companyId}`.execute(ctx.db);
  ctx.note({ targetType: 'company', targetId: companyId, before: { environment }, after: null });
  await announce(ctx.db, { topic: 'company', id: companyId });
}

/** Throws `taxAuthorityAway`, `taxAuthorityRefused`. */
export async function testAuthority(ctx: SignedInContext, companyId: string): Promise<void> {
  const connection = await findConnection(ctx, companyId);
  ctx.note({
    targetType: 'company',
    targetId: companyId,
    detail: { environment: connection.environment },
  });
  await driverOf(ctx, connection)
    .check()
    .catch((error: unknown) => {
      throw toUserError(error);
    });
}
