import { TestClient } from './client.ts';

export interface TestKey {
  clientId: string;
  secret: string;
}

/** Calls the portal like a program: with a key in the headers, without a cookie or CSRF token. */
export const keyClient = (address: string, { clientId, secret }: TestKey): TestClient =>
  headerClient(address, { AuthClientId: clientId, AuthSecret: secret });

/** The same with a wrong secret. */
export const forgedKeyClient = (address: string, { clientId, secret }: TestKey): TestClient =>
  keyClient(address, { clientId, secret: `${secret.slice(0, -1)}-` });

export const bearerClient = (address: string, token: string): TestClient =>
  headerClient(address, { authorization: `Bearer ${token}` });

function headerClient(address: string, headers: Record<string, string>): TestClient {
  return new TestClient(address, (url, init) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } }),
  );
}

/** Creates an access key with the client. Throws the error of a rejected call. */
export async function makeKey(client: TestClient, body: Record<string, unknown>): Promise<TestKey> {
  const answer = await client.post<TestKey>('/apikeys', {
    name: 'a key',
    type: 'external',
    ...body,
  });
  if (answer.status !== 200)
    throw new Error(`The key was refused: ${answer.status} ${answer.text}`);
  return answer.body;
}
