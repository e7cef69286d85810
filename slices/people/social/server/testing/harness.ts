import { randomUUID } from 'node:crypto';
import {
  type FakeIdentity,
  FakeProvider,
} from '../../../../../drivers/social/testing/fakeProvider.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';

export interface StartedJourney {
  stateToken: string;
  address: string;
}

export interface NewAccount {
  state: string;
  socialId: string;
  email: string;
  firstName: string;
  lastName: string;
  social: string;
  page: string;
  handler: string;
  title: string;
  expiresInSeconds: number;
}

export type SocialReturn = Answer<{
  newAccount?: NewAccount;
  userId?: string;
  mediateToken?: string;
  connected?: string;
}>;

/** A portal whose root site has a provider simulated by the test. */
export class Harness {
  readonly app: TestApp;
  readonly provider: FakeProvider;
  readonly social = 'company';

  constructor(app: TestApp, provider: FakeProvider) {
    this.app = app;
    this.provider = provider;
  }

  static async open(): Promise<Harness> {
    const provider = await FakeProvider.start();
    const app = await startTestApp({ socialIssuers: [provider.issuer] });
    const harness = new Harness(app, provider);
    await harness.connectProvider();
    return harness;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.provider.close();
  }

  async connectProvider(social = this.social, change: Record<string, unknown> = {}): Promise<void> {
    const { clientId, clientSecret, issuer } = this.provider;
    const body = {
      title: 'Company login',
      issuer,
      clientId,
      clientSecret,
      isEnabled: true,
      ...change,
    };
    const answer = await this.app.root.put(`/socialProviders/${social}`, body);
    if (answer.status !== 200) throw new Error(answer.text);
  }

  async begin(
    client: TestClient,
    social = this.social,
    page = 'login',
    handler = 'login',
  ): Promise<StartedJourney> {
    const answer = await client.get<StartedJourney>(
      `/socialAccess/stateToken/${social}/${page}/${handler}`,
    );
    if (answer.status !== 200 || answer.body.errors) throw new Error(answer.text);
    return answer.body;
  }

  /** Goes to the provider and back. Returns the portal's response. */
  async travel(
    client: TestClient,
    identity: FakeIdentity,
    handler = 'login',
    social = this.social,
  ): Promise<SocialReturn> {
    const page = handler === 'connect' ? 'profile' : 'login';
    const { address, stateToken } = await this.begin(client, social, page, handler);
    const { code } = this.provider.signIn(address, identity);
    return await client.post('/socialAccess/stateToken', { code, social, stateToken });
  }

  async confirm(
    client: TestClient,
    returnedLogin: SocialReturn,
    change: Partial<NewAccount> = {},
  ): Promise<SocialReturn> {
    const {
      title: _title,
      expiresInSeconds: _seconds,
      ...values
    } = returnedLogin.body.newAccount as NewAccount;
    return await client.post('/socialAccess/token', { ...values, ...change });
  }

  /** A new user signs up through the provider. */
  async signUp(
    identity = this.person(),
  ): Promise<{ client: TestClient; person: FakeIdentity; userId: string }> {
    const client = this.app.anonymous();
    const answer = await this.confirm(client, await this.travel(client, identity));
    if (!answer.body.userId) throw new Error(answer.text);
    return { client, person: identity, userId: answer.body.userId };
  }

  person(claims: Partial<FakeIdentity> = {}): FakeIdentity {
    const sub = randomUUID();
    return {
      sub,
      email: `${sub}@example.test`,
      email_verified: true,
      given_name: 'Dana',
      family_name: 'Levi',
      ...claims,
    };
  }
}

export const codeOf = (answer: { body: { errors?: { code: number }[] } }): number | undefined =>
  answer.body.errors?.[0]?.code;
