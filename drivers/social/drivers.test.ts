import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ask, VendorRequest } from '../http/port.ts';
import { httpAsk } from './ask.ts';
import { driverBy } from './drivers.ts';
import type { ProviderKind, ProviderSettings } from './port.ts';
import { type Defect, FakeProvider, type Person } from './testing/fakeProvider.ts';

const journey = {
  redirectUri: 'https://cloud.example.test/socialProcess/x',
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'v'.repeat(43),
};
const settings = (
  kind: ProviderKind,
  change: Partial<ProviderSettings> = {},
): ProviderSettings => ({
  kind,
  issuer: '',
  clientId: 'portal',
  clientSecret: 'a secret & more',
  ...change,
});

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterAll(() => provider.close());

describe('an OpenID Connect provider', () => {
  const finish = async (person: Person) => {
    const driver = driverBy(settings('oidc', { issuer: provider.issuer }), httpAsk());
    const { code, iss } = provider.signIn((await driver.begin(journey)).href, person);
    return await driver.finish(journey, { code, iss });
  };

  it.each([
    ['issuer', /issuer|"iss"/],
    ['audience', /"aud"/],
    ['nonce', /nonce/],
    ['expired', /"exp"|expired/],
    ['unsigned', /"alg"/],
    ['secretSigned', /"alg"/],
    ['otherKey', /signature/],
    ['noSubject', /"sub"/],
  ] satisfies [Defect, RegExp][])(
    'is rejected for the right reason: %s',
    async (defect, reason) => {
      provider.defect = defect;
      try {
        await expect(finish({ sub: 'dana' })).rejects.toMatchObject({
          kind: 'wrong',
          message: expect.stringMatching(reason),
        });
      } finally {
        provider.defect = null;
      }
    },
  );

  it('receives requests for its keys and configuration once, not for every sign-in', async () => {
    const driver = driverBy(settings('oidc', { issuer: provider.issuer }), httpAsk());
    const before = provider.asked.length;
    for (const sub of ['a', 'b', 'c']) {
      const { code } = provider.signIn((await driver.begin(journey)).href, {
        sub,
        email: 'a@b.test',
      });
      await driver.finish(journey, { code });
    }
    const asked = provider.asked.slice(before);
    expect(asked.filter((path) => path !== '/token').sort()).toEqual([
      '/.well-known/openid-configuration',
      '/jwks',
    ]);
  });

  it('can return true as text, and an address without a verification claim isn’t verified', async () => {
    expect(
      await finish({ sub: 'x', email: 'a@b.test', email_verified: 'true' as never }),
    ).toMatchObject({ isEmailVerified: true });
    expect(await finish({ sub: 'x', email: 'a@b.test' })).toMatchObject({
      email: 'a@b.test',
      isEmailVerified: false,
    });
  });
});

/** Responds like the real provider at its real URLs, and records the requests. */
function answering(answers: Record<string, unknown>): {
  ask: Ask;
  asked: (VendorRequest & { address: string })[];
} {
  const asked: (VendorRequest & { address: string })[] = [];
  const ask: Ask = async (request) => {
    const url = new URL(request.address);
    asked.push({ ...request, address: url.href });
    const found = answers[`${url.origin}${url.pathname}`];
    return {
      status: found === undefined ? 404 : 200,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify(found ?? {}),
    };
  };
  return { ask, asked };
}

describe('Microsoft', () => {
  const tenant = '11111111-2222-3333-4444-555555555555';
  /** The fake provider in the role of Microsoft, where every tenant has its own issuer. */
  const microsoft = (issuerTenant: string): Ask => {
    const real = httpAsk();
    const own = provider.issuer;
    return async (request) => {
      const url = new URL(request.address);
      const address = new URL(url.pathname.replace('/common/v2.0', ''), own);
      const answer = await real({ ...request, address });
      if (!url.pathname.endsWith('openid-configuration')) return answer;
      const said = {
        ...(JSON.parse(answer.text) as object),
        issuer: `https://login.microsoftonline.com/${issuerTenant}/v2.0`,
      };
      const text = JSON.stringify(said).replaceAll(`${own}/`, 'https://login.microsoftonline.com/');
      return { ...answer, text };
    };
  };
  const finish = async (
    person: Person,
    tokenIssuer = `https://login.microsoftonline.com/${person.tid}/v2.0`,
  ) => {
    const driver = driverBy(
      settings('microsoft', { issuer: 'https://login.microsoftonline.com/common/v2.0' }),
      microsoft('{tenantid}'),
    );
    const { code } = provider.signIn((await driver.begin(journey)).href, person);
    const own = provider.issuer;
    provider.issuer = tokenIssuer;
    try {
      return await driver.finish(journey, { code });
    } finally {
      provider.issuer = own;
    }
  };

  it('signs in users of any tenant, identified by tenant and subject together', async () => {
    expect(await finish({ sub: 'dana', tid: tenant, email: 'a@b.test' })).toMatchObject({
      subject: `${tenant}/dana`,
    });
  });

  it('is rejected when the issuer doesn’t match the tenant', async () => {
    const issuer = 'https://login.microsoftonline.com/99999999-2222-3333-4444-555555555555/v2.0';
    await expect(
      finish({ sub: 'dana', tid: tenant, email: 'a@b.test' }, issuer),
    ).rejects.toMatchObject({ kind: 'wrong' });
  });

  it('verifies an address only if it claims to own the domain, or for a personal account (nOAuth)', async () => {
    const person = { sub: 'dana', tid: tenant, email: 'victim@b.test', email_verified: true };
    expect(await finish(person)).toMatchObject({ email: 'victim@b.test', isEmailVerified: false });
    expect(await finish({ ...person, xms_edov: false })).toMatchObject({ isEmailVerified: false });
    expect(await finish({ ...person, xms_edov: true })).toMatchObject({ isEmailVerified: true });
    expect(await finish({ ...person, tid: '9188040d-6c67-4c5b-b112-36a304b66dad' })).toMatchObject({
      isEmailVerified: true,
    });
  });
});

describe('LinkedIn', () => {
  it('gets neither PKCE nor a nonce, which it doesn’t support', async () => {
    const real = httpAsk();
    const driver = driverBy(settings('linkedin', { issuer: provider.issuer }), real);
    const address = await driver.begin(journey);
    expect([...address.searchParams.keys()].sort()).toEqual([
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    const { code } = provider.signIn(address.href, {
      sub: 'dana',
      email: 'a@b.test',
      email_verified: true,
    });
    expect(await driver.finish(journey, { code })).toMatchObject({
      subject: 'dana',
      isEmailVerified: true,
    });
  });
});

describe('GitHub', () => {
  const token = {
    'https://github.com/login/oauth/access_token': { access_token: 'gho_1', token_type: 'bearer' },
  };
  const user = {
    'https://api.github.com/user': {
      id: 583231,
      login: 'octodana',
      name: 'Dana Bat Levi',
      email: 'shown@b.test',
    },
  };
  const emails = (...list: unknown[]) => ({ 'https://api.github.com/user/emails': list });
  const finish = (answers: Record<string, unknown>) => {
    const { ask, asked } = answering(answers);
    return { asked, identity: driverBy(settings('github'), ask).finish(journey, { code: 'c' }) };
  };

  it('is called with PKCE, and returns the account ID and the primary address', async () => {
    const address = await driverBy(settings('github'), answering({}).ask).begin(journey);
    expect(`${address.origin}${address.pathname}`).toBe('https://github.com/login/oauth/authorize');
    expect(address.searchParams.get('code_challenge')).toBe(
      createHash('sha256').update(journey.codeVerifier).digest('base64url'),
    );
    const other = { email: 'other@b.test', primary: false, verified: true };
    const { asked, identity } = finish({
      ...token,
      ...user,
      ...emails(other, { email: 'a@b.test', primary: true, verified: true }),
    });
    expect(await identity).toEqual({
      subject: '583231',
      email: 'a@b.test',
      isEmailVerified: true,
      firstName: 'Dana',
      lastName: 'Bat Levi',
      displayName: 'octodana',
    });
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body ?? ''))).toMatchObject({
      code: 'c',
      code_verifier: journey.codeVerifier,
      redirect_uri: journey.redirectUri,
    });
    expect(asked[1]?.headers.authorization).toBe('Bearer gho_1');
  });

  it('doesn’t verify an address that isn’t primary or isn’t confirmed', async () => {
    expect(
      await finish({
        ...token,
        ...user,
        ...emails({ email: 'a@b.test', primary: true, verified: false }),
      }).identity,
    ).toMatchObject({
      isEmailVerified: false,
    });
    expect(
      await finish({
        ...token,
        ...user,
        ...emails({ email: 'a@b.test', primary: false, verified: true }),
      }).identity,
    ).toMatchObject({
      email: null,
    });
  });

  it('distinguishes an expired code from a wrong secret', async () => {
    const at = 'https://github.com/login/oauth/access_token';
    await expect(
      finish({ [at]: { error: 'bad_verification_code' } }).identity,
    ).rejects.toMatchObject({ kind: 'expired' });
    await expect(
      finish({ [at]: { error: 'incorrect_client_credentials' } }).identity,
    ).rejects.toMatchObject({ kind: 'clientRefused' });
    await expect(
      finish({ ...token, 'https://api.github.com/user': { id: 'x' } }).identity,
    ).rejects.toMatchObject({ kind: 'wrong' });
  });
});

describe('Facebook', () => {
  const graph = 'https://graph.facebook.com/v23.0';

  it('is asked for the profile with the app secret proof, and its address never counts as verified', async () => {
    const { ask, asked } = answering({
      [`${graph}/oauth/access_token`]: { access_token: 'EAA', token_type: 'bearer' },
      [`${graph}/me`]: {
        id: '10157',
        email: 'a@b.test',
        first_name: 'Dana',
        last_name: 'Levi',
        name: 'Dana Levi',
      },
    });
    const identity = await driverBy(settings('facebook'), ask).finish(journey, { code: 'c' });
    expect(identity).toMatchObject({
      subject: '10157',
      email: 'a@b.test',
      isEmailVerified: false,
      displayName: 'Dana Levi',
    });
    const proof = createHmac('sha256', 'a secret & more').update('EAA').digest('hex');
    expect(new URL(asked[1]?.address ?? '').searchParams.get('appsecret_proof')).toBe(proof);
  });

  it('can return no address', async () => {
    const { ask } = answering({
      [`${graph}/oauth/access_token`]: { access_token: 'EAA' },
      [`${graph}/me`]: { id: '10157' },
    });
    expect(await driverBy(settings('facebook'), ask).finish(journey, { code: 'c' })).toMatchObject({
      email: null,
    });
  });
});
